package io.deskmeter.controller;

import io.deskmeter.controller.enrolment.AuthorityToJoin;
import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.tls.CertificateFiles;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a controller from the command line.
 *
 * @param listen address for both ports, of the loopback device
 * @param httpPort 0 for any free one
 * @param linkPort 0 for any free one
 * @param data directory; one controller at a time
 * @param secretsKey file with the key of the secrets in it, null for one in the folder itself
 * @param workloads root of the workloads
 * @param log file for the log, null for the console
 * @param store where the database is where that is not the data folder, null otherwise
 * @param remote who connects from other machines, and how they know this controller
 * @param allowedHosts names by which pages may call the controller beside those of the loopback device, with or without
 *     a port
 */
public record ControllerSettings(
        String listen,
        int httpPort,
        int linkPort,
        Path data,
        @Nullable Path secretsKey,
        Path workloads,
        @Nullable Path log,
        @Nullable StoreLocation store,
        RemoteSettings remote,
        List<String> allowedHosts) {
    public ControllerSettings {
        allowedHosts = List.copyOf(allowedHosts);
    }

    /**
     * One that listens on free ports of the loopback device, with its store and the key of its secrets in the data
     * folder.
     */
    public static ControllerSettings of(Path data, Path workloads) {
        return new ControllerSettings(
                "127.0.0.1", 0, 0, data, null, workloads, null, null, RemoteSettings.NONE, List.of());
    }

    /** The same, on another address of the loopback device. */
    public ControllerSettings withAddress(String address) {
        return new ControllerSettings(
                address, httpPort, linkPort, data, secretsKey, workloads, log, store, remote, allowedHosts);
    }

    /** The same, on these ports; 0 for any free one. */
    public ControllerSettings withPorts(int http, int link) {
        return new ControllerSettings(
                listen, http, link, data, secretsKey, workloads, log, store, remote, allowedHosts);
    }

    /** The same, with its log in a file. */
    public ControllerSettings withLog(Path file) {
        return new ControllerSettings(
                listen, httpPort, linkPort, data, secretsKey, workloads, file, store, remote, allowedHosts);
    }

    /** The same, with another store; null for the one in the data folder. */
    public ControllerSettings withStore(@Nullable StoreLocation other) {
        return new ControllerSettings(
                listen, httpPort, linkPort, data, secretsKey, workloads, log, other, remote, allowedHosts);
    }

    /** The same, called by these names of hosts, too. */
    public ControllerSettings withAllowedHosts(List<String> names) {
        return new ControllerSettings(
                listen, httpPort, linkPort, data, secretsKey, workloads, log, store, remote, names);
    }

    /** The same, for other machines. */
    public ControllerSettings with(RemoteSettings other) {
        return new ControllerSettings(
                listen, httpPort, linkPort, data, secretsKey, workloads, log, store, other, allowedHosts);
    }

    /** The same, where agents of other machines connect, too. */
    public ControllerSettings withMachines(MachineListener listener) {
        return with(remote.withAgents(listener));
    }

    /** The same, with the authority of another controller of its store. */
    public ControllerSettings withAuthority(AuthorityToJoin authority) {
        return with(remote.withAuthority(authority));
    }

    /** The same, where browsers and commands of other machines connect, too. */
    public ControllerSettings withHttps(MachineListener listener) {
        return with(remote.withHttps(listener));
    }

    /** The same, with a certificate of a company. */
    public ControllerSettings withCertificate(CertificateFiles files) {
        return with(remote.withCertificate(files));
    }

    /** The same, where people of a provider of OpenID Connect log in, too. */
    public ControllerSettings withOpenId(OpenIdSettings provider) {
        return with(remote.withOpenId(provider));
    }

    /** The same, with the key of its secrets in another place. */
    public ControllerSettings withSecretsKey(@Nullable Path file) {
        return new ControllerSettings(
                listen, httpPort, linkPort, data, file, workloads, log, store, remote, allowedHosts);
    }
}
