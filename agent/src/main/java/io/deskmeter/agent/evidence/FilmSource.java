package io.deskmeter.agent.evidence;

/** Where the films of sessions come from. */
public interface FilmSource {
    /** A film for one session. */
    Film open();
}
