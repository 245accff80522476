"""How the tokens of programs are stored; accounts themselves are Django's own users."""

from django.conf import settings
from django.db import models


class AccessToken(models.Model):
    """What a program shows to act for a user. Only the token's digest is kept: it cannot be shown again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=60)
    #: The first characters, by which its owner tells it from others.
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [models.UniqueConstraint(fields=("user", "name"), name="access_token_name")]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
