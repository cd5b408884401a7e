package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Where the values of a document are, by their paths as {@link InvalidDocumentException.Problem#path()} has them:
 * {@code operations[2].until.within}. Says which keys its author has written, which a record with defaults does not.
 * Immutable.
 */
public final class DocumentPlaces {
    private final Map<String, Place> places;

    private DocumentPlaces(Map<String, Place> places) {
        this.places = Map.copyOf(places);
    }

    /** @param text of a scalar as it is written; empty for anything else */
    private record Place(int line, String text) {}

    /**
     * The places of a document that is YAML, whatever its keys.
     *
     * @throws InvalidDocumentException if it cannot be read, or is not YAML
     */
    public static DocumentPlaces of(Path file) throws InvalidDocumentException {
        Problems problems = new Problems(file.toString());
        Map<String, Place> places = new HashMap<>();
        Documents.text(file, problems)
                .flatMap(text -> Documents.root(text, problems))
                .ifPresent(root -> add("", root.node(), places));
        problems.throwIfAny();
        return new DocumentPlaces(places);
    }

    private static void add(String path, Node node, Map<String, Place> places) {
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        places.put(path, new Place(node.getStartMark().getLine() + 1, text));
        if (node instanceof MappingNode map) {
            for (NodeTuple entry : map.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode key) {
                    add(path.isEmpty() ? key.getValue() : path + "." + key.getValue(), entry.getValueNode(), places);
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            List<Node> items = sequence.getValue();
            for (int i = 0; i < items.size(); i++) {
                add(path + "[" + i + "]", items.get(i), places);
            }
        }
    }

    /** Whether there is a value of this path. */
    public boolean has(String path) {
        return places.containsKey(path);
    }

    /** The line in which a value begins, from 1. */
    public OptionalInt line(String path) {
        Place place = places.get(path);
        return place == null ? OptionalInt.empty() : OptionalInt.of(place.line());
    }

    /** What is written there; empty for a map, a list, and where there is nothing. */
    public String text(String path) {
        Place place = places.get(path);
        return place == null ? "" : place.text();
    }
}
