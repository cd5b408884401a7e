package io.deskmeter.controller;

import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.store.StoreLocation;
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
 * @param machines where agents of other machines connect; null if they do not
 * @param newAuthority whether another authority may take the place of the one by which machines have joined
 * @param https where browsers and commands of other machines connect; null if they do not
 * @param certificate of a company, shown to them; null for one of the controller's own authority
 * @param openId whose people may log in there, too; null if nobody's
 * @param allowedHosts names by which pages may call the controller beside those of the loopback device, with or without a port
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
        @Nullable MachineListener machines,
        boolean newAuthority,
        @Nullable MachineListener https,
        @Nullable CertificateFiles certificate,
        @Nullable OpenIdSettings openId,
        List<String> allowedHosts) {
    public ControllerSettings {
        allowedHosts = List.copyOf(allowedHosts);
    }

    /** One for agents of its own machine only. */
    public ControllerSettings(
            String listen,
            int httpPort,
            int linkPort,
            Path data,
            Path workloads,
            @Nullable Path log,
            @Nullable StoreLocation store,
            List<String> allowedHosts) {
        this(
                listen,
                httpPort,
                linkPort,
                data,
                null,
                workloads,
                log,
                store,
                null,
                false,
                null,
                null,
                null,
                allowedHosts);
    }

    /** One with its store in the data folder, called by the names of the loopback device only. */
    public ControllerSettings(
            String listen, int httpPort, int linkPort, Path data, Path workloads, @Nullable Path log) {
        this(listen, httpPort, linkPort, data, workloads, log, null, List.of());
    }

    /** The same, where agents of other machines connect, too. */
    public ControllerSettings withMachines(MachineListener listener) {
        return new ControllerSettings(
                listen,
                httpPort,
                linkPort,
                data,
                secretsKey,
                workloads,
                log,
                store,
                listener,
                newAuthority,
                https,
                certificate,
                openId,
                allowedHosts);
    }

    /** The same, where browsers and commands of other machines connect, too. */
    public ControllerSettings withHttps(MachineListener listener) {
        return new ControllerSettings(
                listen,
                httpPort,
                linkPort,
                data,
                secretsKey,
                workloads,
                log,
                store,
                machines,
                newAuthority,
                listener,
                certificate,
                openId,
                allowedHosts);
    }

    /** The same, with a certificate of a company. */
    public ControllerSettings withCertificate(CertificateFiles files) {
        return new ControllerSettings(
                listen,
                httpPort,
                linkPort,
                data,
                secretsKey,
                workloads,
                log,
                store,
                machines,
                newAuthority,
                https,
                files,
                openId,
                allowedHosts);
    }

    /** The same, where people of a provider of OpenID Connect log in, too. */
    public ControllerSettings withOpenId(OpenIdSettings provider) {
        return new ControllerSettings(
                listen,
                httpPort,
                linkPort,
                data,
                secretsKey,
                workloads,
                log,
                store,
                machines,
                newAuthority,
                https,
                certificate,
                provider,
                allowedHosts);
    }

    /** The same, with the key of its secrets in another place. */
    public ControllerSettings withSecretsKey(@Nullable Path file) {
        return new ControllerSettings(
                listen,
                httpPort,
                linkPort,
                data,
                file,
                workloads,
                log,
                store,
                machines,
                newAuthority,
                https,
                certificate,
                openId,
                allowedHosts);
    }
}
