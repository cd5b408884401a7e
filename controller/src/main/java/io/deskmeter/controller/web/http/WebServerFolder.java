package io.deskmeter.controller.web.http;

import io.deskmeter.controller.store.folder.DataDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Gives Tomcat one folder of this controller. Left to itself, it serves the files of a folder {@code public} or
 * {@code static} of the working directory to everyone who is logged in, and makes new temporary folders at each start,
 * which stay behind if the controller is killed.
 */
@Component
class WebServerFolder implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private final DataDirectory data;

    WebServerFolder(DataDirectory data) {
        this.data = data;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        Path documents = data.webServer().resolve("documents");
        try {
            Files.createDirectories(documents);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        factory.setBaseDirectory(data.webServer().toFile());
        factory.setDocumentRoot(documents.toFile());
    }
}
