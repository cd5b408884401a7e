package io.deskmeter.testkit.rdsh;

import java.nio.file.Path;

/** A user of an {@link XrdpServer}. */
public record RdshUser(String name, String password, Path home) {

    /** Without the password. */
    @Override
    public String toString() {
        return name;
    }
}
