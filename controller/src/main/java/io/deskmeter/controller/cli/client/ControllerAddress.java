package io.deskmeter.controller.cli.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address of a controller's web pages and REST interface: a URL, or only {@code HOST:PORT}. */
public final class ControllerAddress implements ITypeConverter<URI> {
    private static final String SCHEME_END = "://";
    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Override
    public URI convert(String text) {
        return read(text, "http", "http://127.0.0.1:8080");
    }

    /**
     * Reads an address.
     *
     * @param scheme where the text has none
     * @param example of what is expected
     */
    static URI read(String text, String scheme, String example) {
        try {
            URI address = new URI(text.contains(SCHEME_END) ? text : scheme + SCHEME_END + text);
            if (address.getHost() != null
                    && SCHEMES.contains(address.getScheme())
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null) {
                return address;
            }
        } catch (URISyntaxException notAnAddress) {
            // The message below says what was expected; that of the parser names positions.
        }
        throw new TypeConversionException("%s (expected: an address such as %s)".formatted(text, example));
    }
}
