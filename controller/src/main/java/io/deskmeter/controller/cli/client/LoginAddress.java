package io.deskmeter.controller.cli.client;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads the address of a controller that one logs in to: as any other, but without a scheme it is one with https,
 * because there is no other login.
 */
final class LoginAddress implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        return ControllerAddress.read(text, "https", "https://controller.example.org:8443");
    }
}
