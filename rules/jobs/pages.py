"""The pages of simulations."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
