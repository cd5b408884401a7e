package io.deskmeter.agent.lint;

import java.util.Map;
import java.util.Set;

/**
 * Which landmarks the finder finds in the picture of another.
 *
 * @param within landmark to those that are found in it, without itself
 */
record Likenesses(Map<String, Set<String>> within) {
    /** Those that are on the screen when this one is, without itself. */
    Set<String> seenWith(String landmark) {
        return within.getOrDefault(landmark, Set.of());
    }
}
