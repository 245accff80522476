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
# Pillow's wheel has all that sets type but FriBiDi.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 fivesails \
    && useradd --system --uid 10001 --gid fivesails --home-dir /var/lib/fivesails --shell /usr/sbin/nologin fivesails \
    && install -d -o fivesails -g fivesails -m 0750 /var/lib/fivesails /var/backups/fivesails
COPY --from=packages /opt/venv /opt/venv
WORKDIR /srv/fivesails
COPY . .
# Readable for the user below, whatever the umask was under which the code was fetched. Read-only at run time, so what Python
# would write there is written now; of Python's own library too, which comes without (a file of it that is no code is no harm).
RUN chmod -R a+rX . \
    && python -m compileall -q web cards decks rules fivesails_site \
    && { python -m compileall -q "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" || true; }
USER fivesails
EXPOSE 8000
ENTRYPOINT ["deploy/start"]
CMD ["web"]
