package io.deskmeter.controller.run;

import java.time.Instant;

/**
 * What a session works on.
 *
 * @param session from 0
 * @param operation {@code office/writer/save}; empty for none
 * @param since a label
 */
public record CurrentOperation(int session, String operation, Instant since) {}
