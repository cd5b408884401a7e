package io.deskmeter.link.access;

/** What the holder of a secret may do. */
public enum TokenRole {
    /** Everything that the web pages and REST offer: people, and the commands they start. */
    ADMIN("admin.token"),
    /** Connect as an agent of any role: a client agent is given sessions, and the passwords of their users. */
    AGENT("agent.token"),
    /** Connect as a desktop agent, and as nothing else: users of measured desktops can read it. */
    DESKTOP("desktop.token"),
    /** Read the controller's metrics and health, and nothing else: what watches it. */
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
