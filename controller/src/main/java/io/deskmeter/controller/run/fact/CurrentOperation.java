package io.deskmeter.controller.run.fact;

import java.time.Instant;

/**
 * The current operation of a session.
 *
 * @param session from 0
 * @param operation {@code office/writer/save}; empty for none
 * @param since a label
 */
public record CurrentOperation(int session, String operation, Instant since) {}
