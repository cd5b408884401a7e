package io.deskmeter.controller;

import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.caller.TokenAuthentication;
import io.deskmeter.controller.access.login.LoginCodes;
import io.deskmeter.controller.access.login.LoginLinks;
import io.deskmeter.controller.access.request.AccessSettings;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.enrolment.AuditedJoins;
import io.deskmeter.controller.enrolment.CertificateAuthentication;
import io.deskmeter.controller.enrolment.CertificateAuthority;
import io.deskmeter.controller.enrolment.EnrolmentStore;
import io.deskmeter.controller.enrolment.Enrolments;
import io.deskmeter.controller.enrolment.MachineAddress;
import io.deskmeter.controller.enrolment.StartedDesktops;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.ingest.AgentMessages;
import io.deskmeter.controller.installation.Installations;
import io.deskmeter.controller.openid.OpenIdLogin;
import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.controller.secrets.SecretsKeyFile;
import io.deskmeter.controller.store.StoreMigration;
import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.lease.ControllerLease;
import io.deskmeter.controller.store.lease.ControllerLease.LeaseException;
import io.deskmeter.controller.store.lease.StoreIdentity;
import io.deskmeter.controller.store.run.InterruptedRuns;
import io.deskmeter.controller.tls.AnonymousConnectionFilter;
import io.deskmeter.controller.tls.AuthenticatedConnectionFilter;
import io.deskmeter.controller.tls.HttpsConnector;
import io.deskmeter.controller.tls.ServedCertificates;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.server.LinkException;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import io.deskmeter.link.settings.UnknownSettings;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A controller in this process: data directory, store, web, link. */
public final class ControllerServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);

    private final ControllerSettings settings;
    private final DataDirectory data;
    private final ConfigurableApplicationContext context;
    private final LinkServer link;

    private ControllerServer(
            ControllerSettings settings, DataDirectory data, ConfigurableApplicationContext context, LinkServer link) {
        this.settings = settings;
        this.data = data;
        this.context = context;
        this.link = link;
    }

    /**
     * Starts a controller.
     *
     * @throws StartException with one clear message: a port is taken, the data directory is in use, there are no
     *     workloads
     */
    public static ControllerServer start(ControllerSettings settings) throws StartException {
        // Before Spring sets its own properties.
        List<String> unknown = UnknownSettings.ofController(
                System.getenv(),
                System.getProperties().stringPropertyNames(),
                Path.of("").toAbsolutePath());
        AccessSettings access = access(settings);
        requireLoopback(settings);
        WorkloadCatalog catalog = catalog(settings);
        requireFree(settings);
        requireFreeForHttps(settings);
        DataDirectory data = take(settings);
        ConfigurableApplicationContext context = null;
        try {
            AccessTokens tokens = tokens(data);
            SecretsKey secrets = secrets(settings, data);
            StoreLocation store = store(settings, data);
            context = context(settings, data, secrets, store, catalog, access, tokens);
            context.getBean(AccountStore.class).sealAll();
            context.getBean(ServedCertificates.class).watch(context.getBean(InternalFaults.class));
            unknown.forEach(setting -> LOG.warn("{}", setting));
            InterruptedRuns interrupted = context.getBean(InterruptedRuns.class);
            context.getBean(ControllerLease.class).take(interrupted::interruptExpired);
            interrupted.interrupt();
            TokenAuthentication byToken = new TokenAuthentication(
                    tokens,
                    context.getBean(Fleet.class),
                    context.getBean(RefusedMessages.class),
                    context.getBean(StartedDesktops.class)::admits,
                    context.getBean(Enrolments.class)::isMachine);
            String storeId = context.getBean(StoreIdentity.class).text();
            LinkServer link = LinkServer.start(
                    LinkServerSettings.on(settings.listen(), settings.linkPort())
                            .withStore(storeId)
                            .withAuthentication(byToken),
                    context.getBean(AgentMessages.class));
            listenForMachines(settings, context, link, byToken);
            // Known only now: port 0 stands for any free one. The last one, since it says that all ports for agents are
            // open.
            context.getBeanFactory().registerSingleton("linkServer", link);
            return new ControllerServer(settings, data, context, link);
        } catch (LinkException | LeaseException | RuntimeException | StartException e) {
            if (context != null) {
                context.close();
            }
            close(data);
            throw e instanceof StartException known ? known : new StartException(message(settings, e), e);
        }
    }

    private static void listenForMachines(
            ControllerSettings settings,
            ConfigurableApplicationContext context,
            LinkServer link,
            TokenAuthentication byToken)
            throws LinkException {
        Enrolments enrolments = context.getBean(Enrolments.class);
        StartedDesktops desktops = context.getBean(StartedDesktops.class);
        enrolments.start(() -> link.end(agent -> enrolments.revocation(desktops.responsible(agent))));
        MachineListener machines = settings.remote().agents();
        if (machines == null) {
            return;
        }
        InstantSource clock = context.getBean(InstantSource.class);
        List<String> names = machines.certificateNames();
        try {
            int port = link.listen(LinkServerSettings.on(machines.host(), machines.port())
                    .withStore(context.getBean(StoreIdentity.class).text())
                    .withAuthentication(new CertificateAuthentication(
                            enrolments, context.getBean(Fleet.class)::refusal, byToken, clock))
                    .withTls(
                            context.getBean(ServedCertificates.class).agents(names),
                            context.getBean(AuditedJoins.class),
                            context.getBean(Installations.class)));
            context.getBeanFactory().registerSingleton("machineAddress", new MachineAddress(names.get(0), port));
        } catch (LinkException e) {
            link.close();
            throw e;
        }
    }

    /** Where agents of other machines connect; empty if they do not. */
    public Optional<String> machineAddress() {
        return Optional.ofNullable(context.getBeanProvider(MachineAddress.class).getIfAvailable())
                .map(MachineAddress::text);
    }

    /** By which agents of other machines know this controller: {@code sha256:…}. */
    public String authority() {
        return context.getBean(CertificateAuthority.class).fingerprint().text();
    }

    /**
     * The id by which this controller issues certificates for the authority of another one; empty if it has one of its
     * own.
     */
    public Optional<String> issuingAs() {
        return context.getBean(CertificateAuthority.class).issuingAs();
    }

    /** Where browsers and commands of other machines connect; empty if they do not. */
    public Optional<URI> httpsAddress() {
        return Optional.ofNullable(context.getBeanProvider(HttpsConnector.class).getIfAvailable())
                .map(HttpsConnector::uri);
    }

    /** By which browsers and commands of other machines know this controller: {@code sha256:…}. */
    public String httpsAuthority() {
        return context.getBean(ServedCertificates.class).webAuthority().text();
    }

    private static ServedCertificates certificates(ControllerSettings settings, CertificateAuthority authority) {
        try {
            return ServedCertificates.open(authority, settings.remote().certificate(), InstantSource.system());
        } catch (IOException e) {
            throw failedStart(e);
        }
    }

    /** Its cause says less than it does. */
    private static IllegalStateException failedStart(IOException e) {
        IllegalStateException failure = new IllegalStateException(String.valueOf(e.getMessage()));
        failure.addSuppressed(e);
        return failure;
    }

    /** When the store is there, which knows by which authority machines have joined. */
    private static CertificateAuthority authority(
            ControllerSettings settings, DataDirectory data, SecretsKey secrets, EnrolmentStore machines) {
        try {
            return CertificateAuthority.open(
                    data.root(),
                    secrets,
                    InstantSource.system(),
                    machines,
                    settings.remote().newAuthority(),
                    settings.remote().authority());
        } catch (IOException e) {
            throw failedStart(e);
        }
    }

    private static AccessSettings access(ControllerSettings settings) throws StartException {
        try {
            return new AccessSettings(settings.allowedHosts());
        } catch (IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireLoopback(ControllerSettings settings) throws StartException {
        try {
            for (InetAddress address : InetAddress.getAllByName(settings.listen())) {
                if (!address.isLoopbackAddress()) {
                    throw new StartException(
                            "--listen: " + settings.listen()
                                    + " (expected: a loopback address, as 127.0.0.1 or ::1, because these ports have no TLS; hint: --https ADDRESS:PORT for"
                                    + " browsers and commands of other machines, --agents ADDRESS:PORT for agents, or a tunnel, as ssh -L"
                                    + " 8080:127.0.0.1:8080 HOST)",
                            null);
                }
            }
        } catch (UnknownHostException e) {
            throw new StartException("--listen: " + settings.listen() + " (expected: an address of this machine)", e);
        }
    }

    private static AccessTokens tokens(DataDirectory data) throws StartException {
        try {
            return AccessTokens.open(data.root());
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static SecretsKey secrets(ControllerSettings settings, DataDirectory data) throws StartException {
        try {
            return SecretsKeyFile.open(data.root(), settings.secretsKey());
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static WorkloadCatalog catalog(ControllerSettings settings) throws StartException {
        try {
            return WorkloadCatalog.open(settings.workloads());
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(e.getMessage() + " (hint: --workloads DIR)", e);
        }
    }

    private static DataDirectory take(ControllerSettings settings) throws StartException {
        try {
            return DataDirectory.take(settings.data());
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Checked before anything is started: the message of a web server would be later and less clear. */
    private static void requireFree(ControllerSettings settings) throws StartException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(settings.listen()), settings.httpPort()));
        } catch (IOException e) {
            throw new StartException(
                    "http port: " + settings.httpPort() + " on " + settings.listen() + " cannot be used: "
                            + e.getMessage()
                            + " (expected: a free port of this machine; hint: end the program that has it, or"
                            + " --http-port N, 0 for any)",
                    e);
        }
    }

    private static void requireFreeForHttps(ControllerSettings settings) throws StartException {
        MachineListener https = settings.remote().https();
        if (https == null) {
            return;
        }
        if (https.port() != 0 && https.port() == settings.httpPort()) {
            throw new StartException(
                    "--https: port " + https.port()
                            + " (expected: another port than that of --http-port, by which requests of this machine are known)",
                    null);
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(https.host()), https.port()));
        } catch (IOException e) {
            throw new StartException(
                    "--https: " + https.host() + ":" + https.port() + " cannot be used: " + e.getMessage()
                            + " (expected: an address of this machine and a free port)",
                    e);
        }
    }

    /** Asked before anything is started: a pool of connections says it less clearly, and late. */
    private static StoreLocation store(ControllerSettings settings, DataDirectory data) throws StartException {
        StoreLocation store = settings.store() == null ? StoreLocation.embedded(data) : settings.store();
        try {
            store.check();
            StoreIdentity.check(data, store);
            return store;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static ConfigurableApplicationContext context(
            ControllerSettings settings,
            DataDirectory data,
            SecretsKey secrets,
            StoreLocation store,
            WorkloadCatalog catalog,
            AccessSettings access,
            AccessTokens tokens) {
        SpringApplication application = new SpringApplication(ControllerApplication.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setRegisterShutdownHook(false);
        application.setEnvironment(new OptionsOnlyEnvironment(properties(settings, data, store)));
        application.addInitializers(context -> {
            if (!store.shared()) {
                prepareStore(data);
            }
            GenericApplicationContext registry = (GenericApplicationContext) context;
            registry.registerBean(DataDirectory.class, () -> data, definition -> definition.setDestroyMethodName(""));
            registry.registerBean(StoreLocation.class, () -> store);
            registry.registerBean(WorkloadCatalog.class, () -> catalog);
            registry.registerBean(AccessSettings.class, () -> access);
            registry.registerBean(AccessTokens.class, () -> tokens);
            registry.registerBean(SecretsKey.class, () -> secrets);
            registry.registerBean(
                    CertificateAuthority.class,
                    () -> authority(settings, data, secrets, registry.getBean(EnrolmentStore.class)));
            registry.registerBean(
                    ServedCertificates.class,
                    () -> certificates(settings, registry.getBean(CertificateAuthority.class)));
            registerHttps(settings.remote().https(), registry);
            registerOpenId(settings.remote().openId(), registry);
        });
        return application.run();
    }

    private static void registerHttps(@Nullable MachineListener https, GenericApplicationContext registry) {
        if (https != null) {
            registry.registerBean(
                    HttpsConnector.class,
                    () -> new HttpsConnector(
                            https.host(),
                            https.port(),
                            https.names(),
                            https.certificateNames(),
                            registry.getBean(ServedCertificates.class),
                            registry.getBean(Listeners.class),
                            registry.getBean(InternalFaults.class)));
            registry.registerBean(
                    AuthenticatedConnectionFilter.class,
                    () -> new AuthenticatedConnectionFilter(registry.getBean(HttpsConnector.class)));
            registry.registerBean(
                    AnonymousConnectionFilter.class,
                    () -> new AnonymousConnectionFilter(registry.getBean(HttpsConnector.class)));
        }
    }

    private static void registerOpenId(@Nullable OpenIdSettings openId, GenericApplicationContext registry) {
        if (openId != null) {
            registry.registerBean(
                    OpenIdLogin.class, () -> new OpenIdLogin(openId, registry.getBean(People.class), System::nanoTime));
        }
    }

    private static void prepareStore(DataDirectory data) {
        try {
            H2Engine.compact(data);
            StoreMigration.embedded(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> properties(
            ControllerSettings settings, DataDirectory data, StoreLocation store) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.address", settings.listen());
        properties.put("server.port", settings.httpPort());
        properties.put("spring.datasource.url", store.jdbcUrl());
        if (store.password() != null) {
            properties.put("spring.datasource.password", store.password());
        }
        store.timeouts(StoreLocation.WRITE)
                .forEach((name, value) ->
                        properties.put("spring.datasource.hikari.data-source-properties." + name, value));
        if (store.shared()) {
            // A connection of its own, without time-outs: a migration may take long.
            properties.put("spring.flyway.url", store.jdbcUrl());
            if (store.password() != null) {
                properties.put("spring.flyway.password", store.password());
            }
        }
        properties.put("management.health.diskspace.path", data.root().toString());
        properties.put("logging.pattern.console", LogPattern.EVENT + "%wEx");
        properties.put("logging.pattern.file", LogPattern.EVENT + "%wEx");
        if (settings.log() != null) {
            properties.put("logging.file.name", settings.log().toString());
            properties.put("logging.threshold.console", "OFF");
        }
        return properties;
    }

    private static String message(ControllerSettings settings, Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && !(root instanceof LinkException)) {
            root = root.getCause();
        }
        if (root instanceof LinkException) {
            return String.valueOf(root.getMessage());
        }
        String what = "the controller cannot start: " + root.getMessage();
        return root instanceof IOException ? what + " " + StorageFault.expectation(root, settings.data()) : what;
    }

    /** The address for browsers and REST clients. */
    public URI address() {
        int port = Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
        return URI.create("http://" + host() + ":" + port);
    }

    /** Where agents dial: {@code 127.0.0.1:8081}. */
    public String linkAddress() {
        return host() + ":" + link.port();
    }

    private String host() {
        return settings.listen().contains(":") ? "[" + settings.listen() + "]" : settings.listen();
    }

    /** The file with the secret of a role. */
    public Path tokenFile(TokenRole role) {
        return data.root().resolve(role.file());
    }

    /**
     * A login link that works once, within an hour.
     *
     * @param goal the path of the page to which it leads
     */
    public URI loginLink(String goal) {
        return address()
                .resolve(LoginLinks.path(context.getBean(LoginCodes.class).draw(), goal));
    }

    /** A part of the running controller, for tests of what has no interface. */
    <T> T part(Class<T> type) {
        return type.isInstance(context) ? type.cast(context) : context.getBean(type);
    }

    @Override
    public void close() {
        link.close();
        context.close();
        close(data);
    }

    private static void close(DataDirectory data) {
        try {
            data.close();
        } catch (IOException e) {
            LOG.warn("data directory: {}", e.toString());
        }
    }

    /** The controller cannot start; the message is for display. */
    public static final class StartException extends Exception {
        private static final long serialVersionUID = 1L;

        public StartException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
