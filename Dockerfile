# One image for the web server, workers and commands; the argument selects which (see compose.yaml).
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
# Pillow's wheel contains everything for setting type except FriBiDi.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 fivesails \
    && useradd --system --uid 10001 --gid fivesails --home-dir /var/lib/fivesails --shell /usr/sbin/nologin fivesails \
    && install -d -o fivesails -g fivesails -m 0750 /var/lib/fivesails /var/backups/fivesails
COPY --from=packages /opt/venv /opt/venv
WORKDIR /srv/fivesails
COPY . .
# Readable by the user below, whatever the umask of the checkout. The file system is read-only at run time, so bytecode is compiled
# now, also for the standard library, which comes without (some of its test files do not compile, which does no harm).
RUN chmod -R a+rX . \
    && python -m compileall -q web cards decks rules fivesails_site \
    && { python -m compileall -q "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" || true; }
USER fivesails
EXPOSE 8000
ENTRYPOINT ["deploy/start"]
CMD ["web"]
