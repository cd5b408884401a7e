package io.deskmeter.controller.people;

/**
 * Somebody whom a provider of OpenID Connect has proved.
 *
 * @param issuer the provider
 * @param subject the name that it never gives to anybody else
 * @param preferred what that one wants to be called; proves nothing, and may be anything
 */
public record ProvedPerson(String issuer, String subject, String preferred) {}
