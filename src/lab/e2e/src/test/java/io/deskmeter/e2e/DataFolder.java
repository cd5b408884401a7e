package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.testsupport.TokenHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** The folder that tests give their controllers, below their own: there lie the secrets. */
final class DataFolder {
    private final Path folder;

    private DataFolder(Path folder) {
        this.folder = folder;
    }

    /** @param folder of the test */
    static DataFolder below(Path folder) {
        return new DataFolder(folder.resolve("data"));
    }

    /** For {@code --token-file}. */
    String token(TokenRole role) {
        return folder.resolve(role.file()).toString();
    }

    /** A client of a controller, which may be started later. */
    HttpClient client() {
        return new TokenHttpClient(
                () -> TokenSource.of(folder.resolve(TokenRole.ADMIN.file())).get());
    }

    /** A link with which one browser opens a page: programs print none, because their output is no terminal. */
    String loginLink(String web, String page) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(web + "/api/v1/login-links?to=" + page))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = client().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return web + JsonMapper.shared().readTree(answer.body()).at("/path").asString();
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
