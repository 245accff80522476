"""Mail is sent by the worker, so no page waits for a mail server, or takes longer if an account exists.

A mail that is lost with the queue is not sent again: no row records it. The pages that request one can request another.
"""

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

_RETRY = {"autoretry_for": (SMTPException, OSError), "retry_backoff": 5, "max_retries": 6}


@shared_task(**_RETRY)
def send_reset(asked: str, site: str) -> None:
    mailing.reset(asked, site)


@shared_task(**_RETRY)
def send_confirmation(user_id: int, mail: str, site: str) -> None:
    mailing.confirmation(user_id, mail, site)


@shared_task(**_RETRY)
def send_notice(mail: str, name: str, event: str, site: str) -> None:
    mailing.notice(mail, name, event, site)


def enqueue(task: Task, *arguments: Any) -> None:
    """Have the worker send a mail; without a queue, a thread of this process does."""
    try:
        task.delay(*arguments)
    except OperationalError as error:
        logger.warning("queue unavailable, sending mail from here: %s", error)
        threading.Thread(target=_send_here, args=(task, arguments), daemon=True).start()


def _send_here(task: Task, arguments: tuple[Any, ...]) -> None:
    try:
        task.run(*arguments)
    except (SMTPException, OSError) as error:
        logger.warning("mail could not be sent: %s", error)
    finally:
        connections.close_all()
