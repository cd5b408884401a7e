package io.deskmeter.link.access;

/** The permissions that a secret grants. */
public enum TokenRole {
    /** All functions of the web pages and of REST, for users and their commands. */
    ADMIN("admin.token"),
    /** Connect as an agent of any role: a client agent receives sessions, and the passwords of their users. */
    AGENT("agent.token"),
    /** Connect as a desktop agent only: users of measured desktops can read this secret. */
    DESKTOP("desktop.token"),
    /** Read the controller's metrics and health only, for monitoring systems. */
    METRICS("metrics.token");

    private final String file;

    TokenRole(String file) {
        this.file = file;
    }

    /** The name of its file in the controller's data folder. */
    public String file() {
        return file;
    }
}
