package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.link.access.TokenRole;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Controllers of one test, on both kinds of store. */
public final class Controllers {
    public final Path workloads;

    public Controllers(Path folder) throws Exception {
        this.workloads = SampleRoot.create(folder.resolve("workloads"));
    }

    /** The URL of an empty store; null for one in the data folder. */
    public static @Nullable String store(TestDatabase database) {
        return database == TestDatabase.POSTGRESQL ? TestDatabase.url() : null;
    }

    public ControllerServer start(Path data, @Nullable String url) throws Exception {
        return start(data, url, RemoteSettings.NONE);
    }

    public ControllerServer start(Path data, @Nullable String url, RemoteSettings remote) throws Exception {
        return ControllerServer.start(ControllerSettings.of(data, workloads)
                .withStore(url == null ? null : StoreLocation.postgresql(url, null))
                .with(remote));
    }

    public static HttpResponse<byte[]> ask(ControllerServer server, HttpRequest.Builder request, String path)
            throws Exception {
        return Clients.of(() -> server)
                .send(request.uri(server.address().resolve(path)).build(), BodyHandlers.ofByteArray());
    }

    public static byte[] get(ControllerServer server, String path, String accept) throws Exception {
        HttpResponse<byte[]> answer = ask(server, HttpRequest.newBuilder().header("Accept", accept), path);
        assertThat(answer.statusCode())
                .as(path + ": " + new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        return answer.body();
    }

    public static String text(ControllerServer server, String path, String accept) throws Exception {
        return new String(get(server, path, accept), StandardCharsets.UTF_8);
    }

    /** A command for a running controller; returns what it printed. */
    public static String command(ControllerServer server, int expected, String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--controller", server.address().toString()));
        args.addAll(List.of("--token-file", server.tokenFile(TokenRole.ADMIN).toString()));
        return command(expected, args.toArray(String[]::new));
    }

    public static String command(int expected, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = Commands.execute(words, print, print);
        String printed = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isEqualTo(expected);
        return printed;
    }
}
