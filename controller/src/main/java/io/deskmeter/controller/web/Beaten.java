package io.deskmeter.controller.web;

/** A stream to which a comment is sent where nothing else is: so that the other end can tell silence from death. */
interface Beaten {
    /** Sends one, unless something is on its way already. */
    void beat();
}
