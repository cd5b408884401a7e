package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.accounts.AccountStore.Form;
import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.point.Figures;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.store.retention.DiskUsage;
import io.deskmeter.controller.store.retention.RetentionRules;
import io.deskmeter.controller.store.retention.RunDiskUsage;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.tls.PresentedChain;
import io.deskmeter.link.tls.TlsFaults;
import io.deskmeter.text.FaultText;
import io.deskmeter.text.PeerText;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of the controller's REST interface and event streams. */
public final class ControllerClient {
    private static final JsonMapper JSON =
            JsonMapper.builder().addModule(Figures.ofLoadPoints()).build();

    /**
     * An event stream without a snapshot or heartbeat for this time is broken; the controller sends one of them every
     * ten seconds.
     */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    /** The time limit for response headers: preparing the report of a run with millions of timings takes a minute. */
    private static final Duration ANSWER = Duration.ofMinutes(10);

    /** A name and a value as RFC 6265 has them. */
    private static final Pattern COOKIE =
            Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+=[!#-+./0-9:<=>?@A-Z\\[\\]^_`a-z{|}~-]+");

    private static final String ZIP = "application/zip";

    private final Duration silence;
    private final URI root;
    private final URI api;
    private final Credential credential;
    private final @Nullable SSLContext tls;
    private final HttpClient http;

    /** Connects to a running controller. */
    ControllerClient(ControllerConnection connection) {
        this(connection, SILENCE);
    }

    /** @param silence after which an event stream counts as broken */
    ControllerClient(ControllerConnection connection, Duration silence) {
        this.silence = silence;
        String text = connection.address().toString();
        this.root = URI.create(text.endsWith("/") ? text : text + "/");
        this.api = root.resolve("api/v1/");
        this.credential = connection.credential();
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                // To wherever they lead, a token must not go.
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1);
        this.tls = connection.tls();
        if (tls != null) {
            builder.sslContext(tls);
        }
        this.http = builder.build();
    }

    /**
     * Connects to a controller in this process.
     *
     * @param address {@code http://127.0.0.1:8080}
     */
    public ControllerClient(URI address, Path tokenFile) throws CommandException {
        this(new ControllerConnection(address, Credential.bearer(token(tokenFile)), null));
    }

    /** Connects to the controller that a command line names, or to that of the last login. */
    public static ControllerClient of(ControllerConnection.Given given) throws CommandException {
        Map<String, String> environment = System.getenv();
        return new ControllerClient(
                ControllerConnection.find(given, environment, StoredLogins.ofUser(environment), System.err));
    }

    private static String token(Path file) throws CommandException {
        try {
            return TokenFile.read(file).text();
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    /** The address of a page. */
    public URI page(String path) {
        return root.resolve(path);
    }

    /** A login link for one browser. */
    public URI loginLink() throws CommandException, InterruptedException {
        HttpRequest request =
                request("login-links").POST(BodyPublishers.noBody()).build();
        String path = JSON.readTree(send(request, BodyHandlers.ofString()).body())
                .path("path")
                .asString();
        return root.resolve(path);
    }

    /**
     * The command that makes a machine an agent.
     *
     * @param expiresAt until when it works, for display
     */
    public record JoinCommand(String command, String expiresAt) {}

    /** Makes a join token. */
    public JoinCommand enrol(int machines, List<String> labels, int validSeconds)
            throws CommandException, InterruptedException {
        var body = JSON.createObjectNode().put("machines", machines).put("validSeconds", validSeconds);
        labels.forEach(body.putArray("labels")::add);
        return enrol(body);
    }

    /** Makes a join token for another controller of the same store. */
    public JoinCommand enrolController(int validSeconds) throws CommandException, InterruptedException {
        return enrol(JSON.createObjectNode().put("asController", true).put("validSeconds", validSeconds));
    }

    private JoinCommand enrol(ObjectNode body) throws CommandException, InterruptedException {
        JsonNode made = JSON.readTree(
                send(json("enrolments", body), BodyHandlers.ofString()).body());
        return new JoinCommand(made.path("command").asString(), TextFormat.instant(made.path("expiresAt")));
    }

    /** Refuses an agent from now on, or what a controller of the store has issued. */
    public void revoke(String id, String reason) throws CommandException, InterruptedException {
        boolean controller = ask("GET", "enrolments/controllers", null)
                .valueStream()
                .anyMatch(one -> one.path("id").asString().equals(id));
        String path = "enrolments/" + (controller ? "controllers/" : "agents/")
                + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/revocation";
        HttpResponse<Void> unused =
                send(json(path, JSON.createObjectNode().put("reason", reason)), BodyHandlers.discarding());
    }

    /**
     * Any request whose answer is JSON or nothing.
     *
     * @param path below {@code /api/v1/}, percent-encoded
     * @param body null for none
     * @return missing if the answer is empty
     */
    public JsonNode ask(String method, String path, @Nullable JsonNode body)
            throws CommandException, InterruptedException {
        HttpRequest.Builder request = request(path).header("Accept", "application/json");
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        String answer = send(
                        request.method(
                                        method,
                                        body == null
                                                ? BodyPublishers.noBody()
                                                : BodyPublishers.ofString(body.toString()))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return answer.isEmpty() ? JSON.missingNode() : JSON.readTree(answer);
    }

    /** The lines of an answer, to an output. */
    public void copy(String path, OutputStream out) throws CommandException, InterruptedException {
        try (InputStream lines =
                send(request(path).build(), BodyHandlers.ofInputStream()).body()) {
            lines.transferTo(out);
        } catch (IOException e) {
            throw CommandException.failed(
                    path + ": " + FaultText.reason(e) + " (expected: an answer that is complete)");
        }
    }

    /**
     * Who a controller says that this is.
     *
     * @param name of the person, or {@code local}
     */
    record Me(String name, String role) {}

    Me me() throws CommandException, InterruptedException {
        JsonNode me = JSON.readTree(
                send(get("me", "application/json"), BodyHandlers.ofString()).body());
        return new Me(
                PeerText.line(me.path("name").asString()),
                PeerText.line(me.path("role").asString()));
    }

    /** Begins a session; returns its cookie, {@code name=value}. */
    String logIn(String name, String password) throws CommandException, InterruptedException {
        var body = JSON.createObjectNode().put("name", name).put("password", password);
        HttpResponse<String> answer = send(json("login", body), BodyHandlers.ofString());
        return answer.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";", 2)[0].strip())
                .filter(pair -> COOKIE.matcher(pair).matches())
                .findFirst()
                .orElseThrow(
                        () -> CommandException.failed(
                                "login: no cookie in the answer (expected: one of a session; hint: is this a controller of Deskmeter?)"));
    }

    /** Ends the session. */
    void logOut() throws CommandException, InterruptedException {
        HttpRequest request = request("logout").POST(BodyPublishers.noBody()).build();
        HttpResponse<String> unused = send(request, BodyHandlers.ofString());
    }

    private HttpRequest json(String path, JsonNode body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path)).timeout(ANSWER);
        if (!credential.isNone()) {
            request.setHeader(credential.header(), credential.value());
        }
        return request;
    }

    /** Begins a run and returns its id; what is wrong with the profile is the message. */
    public String start(String name, String yaml) throws CommandException, InterruptedException {
        String query = "runs?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        HttpRequest request = request(query)
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(yaml))
                .build();
        return JSON.readTree(send(request, BodyHandlers.ofString()).body())
                .path("id")
                .asString();
    }

    /** Checks a profile, the agents and the targets; blocks until the check has finished. */
    public CheckReport check(String name, String yaml) throws CommandException, InterruptedException {
        String query = "checks?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        HttpRequest request = request(query)
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(yaml))
                .build();
        return JSON.readValue(send(request, BodyHandlers.ofString()).body(), CheckReport.class);
    }

    /** Whether an agent is connected. */
    public boolean hasAgent() throws CommandException, InterruptedException {
        JsonNode agents = JSON.readTree(
                send(get("agents", "application/json"), BodyHandlers.ofString()).body());
        for (JsonNode agent : agents) {
            if (agent.path("connected").asBoolean()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends a set of accounts, named after the file.
     *
     * @param profile text of the profile whose hosts it is for
     */
    public void putAccounts(Path file, String profile) throws CommandException, InterruptedException {
        AccountsFile accounts = AccountsFile.of(file);
        String set = URLEncoder.encode(accounts.name(), StandardCharsets.UTF_8);
        HttpRequest request = request("accounts/" + set)
                .header("Content-Type", accounts.form() == Form.CSV ? "text/csv" : "application/yaml")
                .PUT(BodyPublishers.ofByteArray(accounts.readFor(profile)))
                .build();
        send(request, BodyHandlers.ofString());
    }

    public String runProfile(String id) throws CommandException, InterruptedException {
        return send(get("run-profiles/" + id, "application/yaml"), BodyHandlers.ofString())
                .body();
    }

    RunSnapshot run(String id) throws CommandException, InterruptedException {
        String body = send(get("runs/" + id, "application/json"), BodyHandlers.ofString())
                .body();
        return JSON.readValue(body, RunSnapshot.class);
    }

    /** Begins a run with the run profile of another one; returns its id. */
    public String again(String id) throws CommandException, InterruptedException {
        HttpRequest request =
                request("runs/" + id + "/rerun").POST(BodyPublishers.noBody()).build();
        return JSON.readTree(send(request, BodyHandlers.ofString()).body())
                .path("id")
                .asString();
    }

    /** Ends a run, pins or unpins it: {@code how} is {@code stop}, {@code abort}, {@code pin} or {@code unpin}. */
    public void end(String id, String how) throws CommandException, InterruptedException {
        HttpRequest request =
                request("runs/" + id + "/" + how).POST(BodyPublishers.noBody()).build();
        send(request, BodyHandlers.ofString());
    }

    /** The disk usage of runs, and their list. */
    public DiskUsage.Storage storage() throws CommandException, InterruptedException {
        return JSON.readValue(
                send(get("storage", "application/json"), BodyHandlers.ofString())
                        .body(),
                DiskUsage.Storage.class);
    }

    /** Deletes a run that has ended and is not pinned. */
    public void delete(String id) throws CommandException, InterruptedException {
        HttpRequest request = request("runs/" + id).DELETE().build();
        send(request, BodyHandlers.ofString());
    }

    /** The rules by which runs are kept. */
    RetentionRules retention() throws CommandException, InterruptedException {
        return JSON.readValue(
                send(get("retention", "application/json"), BodyHandlers.ofString())
                        .body(),
                RetentionRules.class);
    }

    /** The runs that rules would delete now. */
    public List<RunDiskUsage> expired(RetentionRules rules) throws CommandException, InterruptedException {
        return List.of(JSON.readValue(retention("retention/preview", "POST", rules), RunDiskUsage[].class));
    }

    /** Sets the rules by which runs are kept. */
    public void keep(RetentionRules rules) throws CommandException, InterruptedException {
        retention("retention", "PUT", rules);
    }

    private String retention(String path, String method, RetentionRules rules)
            throws CommandException, InterruptedException {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(JSON.writeValueAsString(rules)))
                .build();
        return send(request, BodyHandlers.ofString()).body();
    }

    /** The names of all pictures of a run. */
    public List<String> evidence(String id) throws CommandException, InterruptedException {
        String body = send(get("runs/" + id + "/evidence", "application/json"), BodyHandlers.ofString())
                .body();
        List<String> names = new ArrayList<>();
        for (JsonNode picture : JSON.readTree(body)) {
            String name = picture.path("name").asString();
            if (!EvidenceFileName.isPlain(name)) { // would be written outside of the folder
                throw CommandException.failed("evidence: " + PeerText.line(name)
                        + " (expected: a plain file name; hint: is this a controller of Deskmeter?)");
            }
            names.add(name);
        }
        return names;
    }

    /** Downloads a resource of the run to a file, completely or not at all. */
    public void download(String runPath, String accept, Path file) throws CommandException, InterruptedException {
        Path part = file.resolveSibling(file.getFileName() + AtomicFile.UNFINISHED);
        send(get("runs/" + runPath, accept), BodyHandlers.ofFile(part), file);
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CommandException.failed(
                    file + ": " + FaultText.reason(e) + " (expected: a folder this user may write)");
        }
    }

    /** Writes a run as one file. */
    public void export(String id, Path file) throws CommandException, InterruptedException {
        send(get("runs/" + id + "/export", ZIP), BodyHandlers.ofFile(file), file);
    }

    /** Writes a backup of the store. */
    public void backup(Path file) throws CommandException, InterruptedException {
        send(get("backup", ZIP), BodyHandlers.ofFile(file), file);
    }

    /** Takes a run in from a file; returns its id. */
    public String importRun(Path file) throws CommandException, InterruptedException {
        HttpRequest request;
        try {
            request = request("runs/import")
                    .header("Content-Type", ZIP)
                    .POST(BodyPublishers.ofFile(file))
                    .build();
        } catch (FileNotFoundException e) {
            throw CommandException.input(file + ": cannot be read (expected: a file of ./deskmeter runs export)");
        }
        return JSON.readTree(send(request, BodyHandlers.ofString()).body())
                .path("id")
                .asString();
    }

    /**
     * Passes snapshots on until the run is over or the stream breaks.
     *
     * @throws IOException if the stream breaks or sends nothing for too long; call again, because the first event is
     *     complete
     */
    public void follow(String id, Consumer<RunSnapshot> consumer) throws IOException, InterruptedException {
        HttpRequest request = request("runs/" + id + "/events")
                .header("Accept", "text/event-stream")
                .timeout(silence)
                .build();
        HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
        try (IdleTimeout limit = IdleTimeout.of(response.body(), silence)) {
            read(response, limit, consumer);
        }
    }

    /** Who follows a run may no longer: to try again does not help. */
    public static final class LoginEndedException extends IOException {
        private static final long serialVersionUID = 1L;

        LoginEndedException(String message) {
            super(message);
        }
    }

    private void read(HttpResponse<InputStream> response, IdleTimeout limit, Consumer<RunSnapshot> consumer)
            throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            if (response.statusCode() == 401 || response.statusCode() == 403) {
                throw new LoginEndedException("events: status " + response.statusCode());
            }
            if (response.statusCode() != 200) {
                throw new IOException("events: status " + response.statusCode());
            }
            boolean ended = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                limit.heard();
                if (line.startsWith("data:")) {
                    RunSnapshot snapshot = JSON.readValue(line.substring("data:".length()), RunSnapshot.class);
                    consumer.accept(snapshot);
                    ended = snapshot.ended();
                }
            }
            if (!ended) {
                throw new IOException("events: the stream ended before the run");
            }
        } catch (IOException e) {
            throw limit.exceeded() ? silent(e) : e;
        }
    }

    private IOException silent(IOException closed) {
        return new IOException(
                "events: none for " + silence.toMillis()
                        + " ms (expected: a snapshot or a heartbeat of the controller)",
                closed);
    }

    private HttpRequest get(String path, String accept) {
        return request(path).header("Accept", accept).build();
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws CommandException, InterruptedException {
        return send(request, handler, null);
    }

    /** @param file that the response is written to; null for none */
    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler, @Nullable Path file)
            throws CommandException, InterruptedException {
        HttpResponse<T> response;
        try {
            // An error response is text, regardless of the requested type.
            response = http.send(request, info -> info.statusCode() / 100 == 2 ? handler.apply(info) : refused(info));
        } catch (RefusedException e) {
            throw e.command();
        } catch (SSLException e) {
            throw CommandException.failed(TlsFaults.describeWeb(e, StoredLogins.key(root)));
        } catch (IOException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused.command();
            }
            if (file != null && StorageFault.of(e) != StorageFault.OTHER) {
                throw CommandException.failed(
                        file + ": " + FaultText.reason(e) + " " + StorageFault.expectation(e, file));
            }
            checkTls();
            // What java.net.http says of an answer that is no answer of a web server.
            String hint = e instanceof ProtocolException
                    ? "; hint: is this the port for pages, as of --https, and not the one for agents?"
                    : "";
            throw CommandException.failed(request.method() + " " + request.uri() + ": " + FaultText.reason(e)
                    + " (expected: a running controller" + hint + ")");
        }
        return response;
    }

    /**
     * Says what is wrong with the other end's TLS, if that is why a request failed: if the other end closes the
     * connection early, {@link HttpClient} may report that instead.
     */
    private void checkTls() throws CommandException {
        if (tls == null) {
            return;
        }
        try {
            PresentedChain.check(root.getHost(), root.getPort() < 0 ? 443 : root.getPort(), tls);
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static <T> HttpResponse.BodySubscriber<T> refused(HttpResponse.ResponseInfo info) {
        return HttpResponse.BodySubscribers.mapping(
                HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), body -> {
                    throw new RefusedException(
                            info.statusCode(),
                            body,
                            info.headers().firstValue("Location").orElse("nowhere"));
                });
    }

    /** Carries a problem document out of the body's subscriber. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final String location;

        private RefusedException(int status, String body, String location) {
            super(body);
            this.status = status;
            this.location = location;
        }

        private CommandException command() {
            if (status / 100 == 3) {
                return CommandException.failed(
                        "the controller's answer: status " + status + ", to " + PeerText.line(location)
                                + " (expected: no redirection; hint: if that is this controller's address, use it with --controller)");
            }
            String detail = String.valueOf(getMessage());
            if (detail.startsWith("{")) {
                detail = JSON.readTree(detail).path("detail").asString(detail);
            }
            detail = RestCallsAsCommands.asCommands(detail);
            return status / 100 == 4 ? CommandException.input(detail) : CommandException.failed(detail);
        }
    }
}
