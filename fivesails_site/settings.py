"""The site's settings, all from the environment (docs/reference/settings.md has the table)."""

import contextlib
import os
import secrets
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue
from whitenoise.compress import Compressor

from fivesails_site import addresses, logs
from fivesails_site.environment import Environment

env = Environment(os.environ)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(env.text("FIVESAILS_VAR", str(BASE_DIR / "var"))).resolve()
PROFILE = env.choice("FIVESAILS_PROFILE", "production", ("local", "production"))
LOCAL = PROFILE == "local"
DEBUG = env.flag("FIVESAILS_DEBUG")


def _local_secret() -> str:
    """A secret made once, readable by its owner only."""
    path = VAR / "secret_key"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            # Linked into place in one step, so that two first starts at once get the same secret.
            draft = path.with_name(f"{path.name}.{os.getpid()}")
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(50))
            with contextlib.suppress(FileExistsError):
                path.hardlink_to(draft)
            draft.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"cannot use {path}: {error.strerror}") from None


def _required(name: str) -> str:
    value = env.text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} must be set in production (or set FIVESAILS_PROFILE=local to try the site)")
    return value


SECRET_KEY = env.text("FIVESAILS_SECRET_KEY") or (_local_secret() if LOCAL else _required("FIVESAILS_SECRET_KEY"))
SECRET_KEY_FALLBACKS = env.words("FIVESAILS_OLD_SECRET_KEYS")
_THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.words("FIVESAILS_ALLOWED_HOSTS") or (_THIS_MACHINE if LOCAL else [])
if not ALLOWED_HOSTS:
    _required("FIVESAILS_ALLOWED_HOSTS")
if DEBUG and not (LOCAL and set(ALLOWED_HOSTS) <= set(_THIS_MACHINE)):
    raise ImproperlyConfigured("FIVESAILS_DEBUG is for developers: it needs FIVESAILS_PROFILE=local and no other hosts")
# For links in mails: a request could claim any allowed host, or another port.
SITE_URL = addresses.site_url(env.text("FIVESAILS_SITE_URL"), [] if LOCAL else ALLOWED_HOSTS)
CSRF_TRUSTED_ORIGINS = env.words("FIVESAILS_TRUSTED_ORIGINS")
ADMIN_PATH = env.text("FIVESAILS_ADMIN_PATH", "admin/").strip("/") + "/"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "fivesails_site.static_files.UsedStaticFiles",
    "corsheaders",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "web.apps.WebConfig",
    "cards.apps.CardsConfig",
    "decks.apps.DecksConfig",
    "rules.apps.RulesConfig",
    "fivesails_site.accounts.apps.AccountsConfig",
    "fivesails_site.operations.apps.OperationsConfig",
    "fivesails_site.apps.SiteConfig",
]

MIDDLEWARE = [
    "fivesails_site.middleware.RequestIdMiddleware",
    "fivesails_site.metrics.MetricsMiddleware",
    "fivesails_site.middleware.RefusalMiddleware",
    "fivesails_site.middleware.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "fivesails_site.middleware.SecurityHeadersMiddleware",
    "fivesails_site.middleware.UnreadableMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "web.compression.TextGZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "web.text_fields.CleanTextMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "fivesails_site.middleware.TryLaterMiddleware",
]

ROOT_URLCONF = "fivesails_site.urls"
WEB_THREADS = env.number("FIVESAILS_WEB_THREADS", 4, 1, 256)
WSGI_APPLICATION = "fivesails_site.wsgi.application"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Storage
DATABASES = {"default": addresses.database(env.text("DATABASE_URL", f"sqlite:///{VAR / 'db.sqlite3'}"), BASE_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = VAR / "media"
MEDIA_URL = "media/"
FACES_ROOT = VAR / "faces"
FACES_AHEAD = not env.flag("FIVESAILS_LAZY_FACES")
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_PERMISSIONS = 0o644
FILE_UPLOAD_HANDLERS = [
    "cards.pictures.upload_handler.CappedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Queue and cache: one Redis-speaking server for both.
REDIS_URL = addresses.redis_url(env.text("REDIS_URL"), VAR)
REDIS_EMBEDDED = not env.text("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "fivesails_site.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "fivesails",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1.0},
    },
    # Rendered pages, in each process's own memory: web/page_cache.py.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 3600,
        "OPTIONS": {"MAX_ENTRIES": 600},
    },
}
CELERY_BROKER_URL = addresses.broker_url(REDIS_URL)
CELERY_TASK_DEFAULT_QUEUE = "default"
# A worker serves both, except `manage.py simulation_worker`.
CELERY_TASK_QUEUES = [Queue("default"), Queue("simulations")]
# 0 is the default and the most urgent; faces drawn ahead of time come last.
CELERY_TASK_ROUTES = {"cards.tasks.draw_*": {"priority": 9}, "rules.jobs.*": {"queue": "simulations"}}
CELERY_TASK_ACKS_LATE = True
# Late acknowledgement alone loses a task whose process is killed.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 270
# Longer than the time limit, or a running task would be delivered a second time.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 10,
    "socket_connect_timeout": 1.0,
    "socket_timeout": 2.0,
    # Pages that queue a task must not wait for an unreachable queue; workers retry by themselves.
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
# Rarely: a new process must load the simulation engine.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 10_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Otherwise printed mails become warnings in the log.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"

NEW_DECKS_AN_HOUR = env.number("FIVESAILS_NEW_DECKS", 300, 1, 999_999)
DECK_EDITS = env.number("FIVESAILS_DECK_EDITS", 300, 1, 999_999)

# Simulations
# Numba reads it from the environment.
NUMBA_CACHE = Path(os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR / "numba")))
SIMULATION_MAX_GAMES = env.number("FIVESAILS_SIMULATION_GAMES", 10_000_000, 1, 999_999_999)
SIMULATION_DAILY_GAMES = env.number("FIVESAILS_SIMULATION_DAILY_GAMES", 100_000_000, 1, 999_999_999)
SIMULATIONS_AT_ONCE = env.number("FIVESAILS_SIMULATIONS_AT_ONCE", 5, 1)
SIMULATION_QUEUE = env.number("FIVESAILS_SIMULATION_QUEUE", 200, 1)
SIMULATION_KEEP_DAYS = env.number("FIVESAILS_SIMULATION_KEEP_DAYS", 30, 1, 36_500)
GAME_KEEP_DAYS = env.number("FIVESAILS_GAME_KEEP_DAYS", 90, 1, 36_500)

# Who may sign in, and how
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "accounts:account"
LOGOUT_REDIRECT_URL = "accounts:sign-in"
PASSWORD_RESET_TIMEOUT = 2 * 3600
# Decks made before sign-up belong to the browser's session and are lost with it.
SESSION_COOKIE_AGE = 60 * 24 * 3600

# Mail: EMAIL_BACKEND, EMAIL_HOST and so on
globals().update(addresses.mail(env.text("FIVESAILS_EMAIL_URL")))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = addresses.sender(env.text("FIVESAILS_MAIL_FROM", "Five Sails <noreply@localhost>"))

# What a browser may do
_HTTPS = not LOCAL
SECURE_SSL_REDIRECT = _HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _HTTPS
SECURE_HSTS_PRELOAD = _HTTPS and env.flag("FIVESAILS_HSTS_PRELOAD", default=True)
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "__Host-session" if _HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if _HTTPS else "csrf"
# The account that last signed in from this browser, which guesses from elsewhere then cannot lock out.
KNOWN_COOKIE_NAME = "__Host-known" if _HTTPS else "known"
CSRF_FAILURE_VIEW = "fivesails_site.errors.csrf_failure"
PROXY_SSL_HEADER = env.text("FIVESAILS_PROXY_SSL_HEADER")
if PROXY_SSL_HEADER:
    _header, _equals, _value = PROXY_SSL_HEADER.partition("=")
    if not (_header and _value):
        raise ImproperlyConfigured("FIVESAILS_PROXY_SSL_HEADER must read like X-Forwarded-Proto=https")
    SECURE_PROXY_SSL_HEADER = ("HTTP_" + _header.strip().upper().replace("-", "_"), _value.strip())

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-src": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# Other sites may read the public API, but not as a signed-in visitor.
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "content-type", "if-none-match", "x-request-id"]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Retry-After", "X-Request-ID"),
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
]

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "fivesails_site.accounts.authentication.TokenAuthentication",
        "fivesails_site.accounts.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["web.rate_limits.AddressThrottle"],
    "NUM_PROXIES": env.number("FIVESAILS_PROXY_COUNT", 0, 0, 10),
    "EXCEPTION_HANDLER": "web.problems.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Five Sails",
    "DESCRIPTION": "Cards, decks, search, hands, odds and simulations. Errors are RFC 9457 problem documents.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "decks.api.schema.refuse_unknown_fields",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "ENUM_NAME_OVERRIDES": {
        "CardType": "cards.api.serializers.CARD_TYPES",
        "Zone": "cards.api.serializers.ZONES",
        "AbilityKind": "cards.api.serializers.ABILITY_KINDS",
        "ExchangeKind": "decks.api.shapes.EXCHANGE_KINDS",
        "ImportKind": "decks.api.inputs.IMPORT_KINDS",
        "ViolationCode": "decks.api.shapes.VIOLATION_CODES",
        "LineStatus": "decks.api.shapes.LINE_STATUSES",
        "Visibility": "decks.api.shapes.VISIBILITIES",
        "Severity": "decks.api.shapes.SEVERITIES",
        "SimulationStatus": "rules.jobs.api.shapes.STATUSES",
        "SimulationKind": "rules.jobs.api.shapes.KINDS",
    },
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Who may read /metrics: nobody unless named here.
METRICS_TOKENS = env.words("FIVESAILS_METRICS_TOKENS")
METRICS_ADDRESSES = addresses.networks("FIVESAILS_METRICS_ADDRESSES", env.words("FIVESAILS_METRICS_ADDRESSES"))
if any(len(token) < 20 for token in METRICS_TOKENS):
    raise ImproperlyConfigured("FIVESAILS_METRICS_TOKENS: a token has at least 20 characters")

LOG_FORM = env.choice("FIVESAILS_LOG_FORMAT", "line" if LOCAL else "json", ("line", "json"))
LOGGING = logs.configuration(
    LOG_FORM,
    env.choice("FIVESAILS_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    # A line per request would bury the others at a terminal.
    access=LOG_FORM == "json",
)
