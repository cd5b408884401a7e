package io.deskmeter.controller.enrolment;

import io.deskmeter.link.tls.JoinToken;

/**
 * Another controller of the same store, whose authority is to be this controller's, too.
 *
 * @param host of its port for agents of other machines, name or address
 * @param token that it has made for a controller
 * @param machine the name of this machine, for display
 */
public record AuthorityToJoin(String host, int port, JoinToken token, String machine) {}
