package io.deskmeter.controller.run.fact;

/**
 * A resource sample of a host of a run, and the host's purpose. A host of local desktops generates the load and runs
 * the sessions.
 *
 * @param host its name
 * @param generatesLoad whether a client agent works there
 * @param holdsSessions whether the sessions run there, as far as an agent there tells
 * @param load what it was busy with
 */
public record HostSample(String host, boolean generatesLoad, boolean holdsSessions, ResourceFact load) {}
