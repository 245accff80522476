"""The HTTP API of simulations."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
