package io.deskmeter.controller.web.http;

import io.deskmeter.controller.store.run.RunProfileStore.Version;

/** A change without the version that it is based on. */
public final class PreconditionRequiredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Version newest;

    public PreconditionRequiredException(Version newest) {
        super("If-Match: missing (expected: \"" + newest.version()
                + "\", the ETag of the newest version of run profile " + newest.id()
                + "; hint: read it first, so that nobody's change is lost)");
        this.newest = newest;
    }

    Version newest() {
        return newest;
    }
}
