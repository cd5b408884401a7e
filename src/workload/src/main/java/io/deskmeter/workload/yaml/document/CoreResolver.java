package io.deskmeter.workload.yaml.document;

import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * What a plain scalar means, after the core schema of YAML 1.2. SnakeYAML's own is that of 1.1, where {@code no} and
 * {@code on} are booleans, {@code 12:30} is a number and {@code 2024-01-01} a date: none of which the author of
 * {@code type: 12:30} has in mind.
 */
final class CoreResolver extends Resolver {
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern NOTHING = Pattern.compile("~|null|Null|NULL|");

    @Override
    protected void addImplicitResolvers() {
        addImplicitResolver(Tag.BOOL, BOOLEAN, "tTfF");
        addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
        addImplicitResolver(Tag.FLOAT, DECIMAL, "-+0123456789.");
        addImplicitResolver(Tag.NULL, NOTHING, "~nN\0");
    }
}
