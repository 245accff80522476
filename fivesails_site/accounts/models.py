"""API tokens. Accounts themselves are Django's users."""

from django.conf import settings
from django.db import models


class AccessToken(models.Model):
    """Lets a program act as a user. Only a digest is stored, so the token cannot be shown again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=60)
    #: The token's first characters, so that its owner can tell it from others.
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [models.UniqueConstraint(fields=("user", "name"), name="access_token_name")]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
