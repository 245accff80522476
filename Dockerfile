# The site as an image: web server, workers and commands are the same image, started by another word (see compose.yaml).
FROM python:3.11-slim-bookworm AS packages
COPY requirements.txt /
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /requirements.txt

FROM python:3.11-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FIVESAILS_PROFILE=production \
    FIVESAILS_VAR=/var/lib/fivesails
RUN groupadd --system --gid 10001 fivesails \
    && useradd --system --uid 10001 --gid fivesails --home-dir /var/lib/fivesails --shell /usr/sbin/nologin fivesails \
    && install -d -o fivesails -g fivesails -m 0750 /var/lib/fivesails /var/backups/fivesails
COPY --from=packages /opt/venv /opt/venv
WORKDIR /srv/fivesails
COPY . .
# Read-only at run time, so what Python would write there is written now.
RUN python -m compileall -q cards decks rules fivesails_site
USER fivesails
VOLUME ["/var/lib/fivesails", "/var/backups/fivesails"]
EXPOSE 8000
ENTRYPOINT ["deploy/start"]
CMD ["web"]
