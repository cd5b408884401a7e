package io.deskmeter.controller.run;

/**
 * A session as users see it.
 *
 * @param session from 0
 * @param agent where it lives
 * @param state label of its {@link SessionPhase}
 * @param iteration the one it works on, from 0; after its end how many it has done
 * @param detail for people, often empty
 */
public record SessionView(int session, String agent, String state, int iteration, String detail) {}
