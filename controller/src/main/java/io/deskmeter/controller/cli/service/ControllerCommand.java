package io.deskmeter.controller.cli.service;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.controller.cli.run.LocalDeployment;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.tls.CertificateFiles;
import io.deskmeter.text.Terminal;
import io.deskmeter.workload.yaml.SettingsFile;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts a controller and waits until it is stopped. */
@Command(
        description = "Starts the controller: web pages, REST, store. Agents connect to it.",
        mixinStandardHelpOptions = true)
public final class ControllerCommand implements Callable<Integer> {
    private final PrintStream out;

    /** Read before the command line is, see {@link ControllerServiceSettings}. */
    @Option(
            names = SettingsFile.OPTION,
            paramLabel = "FILE",
            description =
                    "YAML file with options of this command, without their dashes. Options of the command line count (default: none).")
    @SuppressWarnings("UnusedVariable") // for --help
    private @Nullable Path settings;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "Port of the web pages and REST; 0 chooses a free one (default: ${DEFAULT-VALUE}).")
    private int httpPort;

    @Option(
            names = "--link-port",
            paramLabel = "N",
            defaultValue = "8081",
            description = "Port for agents; 0 chooses a free one (default: ${DEFAULT-VALUE}).")
    private int linkPort;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of both ports; must be a loopback address (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String listen;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder: store, secrets, logs (default: ${sys:deskmeter.data:-data}).")
    private @Nullable Path data;

    @Option(
            names = "--secrets-key",
            paramLabel = "FILE",
            description =
                    "File with the key that seals passwords of accounts and the authority's key in the data folder: 32 random bytes in base64 (default:"
                            + " DESKMETER_SECRETS_KEY, else secrets.key in the data folder).")
    private @Nullable Path secretsKey;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description =
                    "Most memory for the Java heap, for example 2g (default: DESKMETER_CONTROLLER_HEAP, or a quarter of the"
                            + " machine's memory).")
    private @Nullable String heap;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private @Nullable Path workloads;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--allow-host",
            paramLabel = "NAME[:PORT]",
            description =
                    "Another host name that browsers may use for the web pages, for example behind a tunnel. Repeat it for several"
                            + " names.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--agents",
            paramLabel = "ADDRESS:PORT",
            description =
                    "Address and port for agents of other machines, with TLS, for example 0.0.0.0:8082. They join with a token of"
                            + " ./deskmeter enrol (default: none).")
    private @Nullable String agents;

    @Option(
            names = "--new-authority",
            description =
                    "If the certificate authority by which machines have joined is lost: begin with another one, or with the one that"
                            + " was put in its place. All machines must join again.")
    private boolean newAuthority;

    @Mixin
    private final AuthorityOptions authority = new AuthorityOptions();

    @Option(
            names = "--https",
            paramLabel = "ADDRESS:PORT",
            description =
                    "Address and port for browsers and commands of other machines, for example 0.0.0.0:8443. People log in there"
                            + " (default: none).")
    private @Nullable String https;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Host name or address by which other machines reach this one. Repeat it for several names"
                    + " (default: what this machine calls itself).")
    private List<String> names = List.of();

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description =
                    "PEM file with a certificate for --https and --agents, then those of its authorities. It is read again when it"
                            + " changes (default: one of the controller's own authority).")
    private @Nullable Path certificate;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "PEM file with the key of --certificate: PKCS #8, not encrypted, not readable for others.")
    private @Nullable Path key;

    @Mixin
    private final OpenIdOptions openId = new OpenIdOptions();

    public ControllerCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (heap != null) {
            throw CommandException.input("--heap: " + heap
                    + " (expected: as an option of ./deskmeter controller, which starts Java; hint: java -Xmx" + heap
                    + ")");
        }
        ControllerSettings settings = ControllerSettings.of(
                        InstallationFolders.data(data), InstallationFolders.workloads(workloads))
                .withAddress(listen)
                .withPorts(port("--http-port", httpPort), port("--link-port", linkPort))
                .withSecretsKey(InstallationFolders.secretsKey(secretsKey))
                .withStore(store.location())
                .with(new RemoteSettings(
                        listener("--agents", agents),
                        newAuthority,
                        authority.toJoin(),
                        listener("--https", https),
                        certificate(),
                        openId.settings()))
                .withAllowedHosts(allowedHosts);
        RemoteSettings remote = settings.remote();
        if (remote.openId() != null && remote.https() == null) {
            throw CommandException.input(
                    "--oidc-issuer: without --https (expected: both, because people log in there)");
        }
        if (remote.authority() != null && settings.store() == null) {
            throw CommandException.input(
                    "--authority-of: without --store (expected: the store that both controllers share, where it is known who has joined)");
        }
        if (remote.agents() == null && remote.https() == null) {
            requireNoneForOtherMachines();
        }
        ControllerServer server = LocalDeployment.start(settings);
        out.println("Deskmeter controller: " + server.address() + ", agents connect to " + server.linkAddress());
        server.machineAddress()
                .ifPresent(address -> out.println("Agents of other machines connect to " + address
                        + " with TLS (to join: ./deskmeter enrol), authority " + server.authority()));
        server.issuingAs()
                .ifPresent(id -> out.println("Certificates of agents are issued for the authority " + server.authority()
                        + " as controller " + id));
        server.httpsAddress()
                .ifPresent(address -> out.println("Browsers and commands of other machines: " + address
                        + " (./deskmeter login " + address + "), authority " + server.httpsAuthority()));
        out.println(
                Terminal.attached()
                        ? LocalDeployment.openOnce(server.loginLink("/"))
                        : LocalDeployment.openWithCommand(server.address(), "/", data));
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(ControllerThreads.shutdownHook("stop", () -> {
            server.close();
            ended.countDown();
        }));
        ended.await();
        return ExitCode.DONE;
    }

    private void requireNoneForOtherMachines() throws CommandException {
        if (!names.isEmpty()) {
            throw CommandException.input(
                    "--name: " + names.get(0) + " without --agents or --https (expected: one of them)");
        }
        if (certificate != null) {
            throw CommandException.input(
                    "--certificate: " + certificate + " without --agents or --https (expected: one of them)");
        }
    }

    private @Nullable MachineListener listener(String option, @Nullable String address) throws CommandException {
        try {
            return address == null ? null : MachineListener.parse(option, address, names);
        } catch (IllegalArgumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable CertificateFiles certificate() throws CommandException {
        if (certificate != null && key != null) {
            return new CertificateFiles(certificate, key);
        }
        if (certificate != null || key != null) {
            throw CommandException.input((key == null
                            ? "--certificate: " + certificate + " without --key"
                            : "--key: " + key + " without --certificate")
                    + " (expected: both)");
        }
        return null;
    }

    private static int port(String option, int port) throws CommandException {
        if (port < 0 || port > 65_535) {
            throw CommandException.input(option + ": " + port + " (expected: 0 to 65535, 0 for any free one)");
        }
        return port;
    }
}
