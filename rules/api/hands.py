"""Hands, Day by Day."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
