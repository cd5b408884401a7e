package io.deskmeter.e2e;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.testkit.TokenHttpClient;
import java.net.http.HttpClient;
import java.nio.file.Path;

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

    @Override
    public String toString() {
        return folder.toString();
    }
}
