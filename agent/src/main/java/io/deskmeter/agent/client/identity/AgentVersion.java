package io.deskmeter.agent.client.identity;

import picocli.CommandLine.IVersionProvider;

/** The version of this program. */
public final class AgentVersion implements IVersionProvider {
    /** Of the jar; {@code development} if the classes are in none. */
    public static String text() {
        String version = AgentVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"Deskmeter " + text()};
    }
}
