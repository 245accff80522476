"""Mail leaves from the worker: no page waits for a mail server, nor takes longer when there is somebody to write to."""

from __future__ import annotations

import logging
import threading
from smtplib import SMTPException
from typing import Any

from celery import Task, shared_task
from django.db import connections
from kombu.exceptions import OperationalError

from fivesails_site.accounts import mail as mailing

logger = logging.getLogger(__name__)

_PATIENT = {"autoretry_for": (SMTPException, OSError), "retry_backoff": 5, "max_retries": 6}


@shared_task(**_PATIENT)
def send_reset(asked: str, site: str) -> None:
    """See ``mailing.reset``."""
    mailing.reset(asked, site)


@shared_task(**_PATIENT)
def send_confirmation(user_id: int, mail: str, site: str) -> None:
    """See ``mailing.confirmation``."""
    mailing.confirmation(user_id, mail, site)


@shared_task(**_PATIENT)
def send_notice(mail: str, name: str, event: str, site: str) -> None:
    """See ``mailing.notice``."""
    mailing.notice(mail, name, event, site)


def post(task: Task, *arguments: Any) -> None:
    """Hand a task to the worker, or without a queue to a thread of this process."""
    try:
        task.delay(*arguments)
    except OperationalError as error:
        logger.warning("queue unavailable, sending mail from here: %s", error)
        threading.Thread(target=_run, args=(task, arguments), daemon=True).start()


def _run(task: Task, arguments: tuple[Any, ...]) -> None:
    try:
        task.run(*arguments)
    except (SMTPException, OSError) as error:
        logger.warning("mail could not be sent: %s", error)
    finally:
        connections.close_all()
