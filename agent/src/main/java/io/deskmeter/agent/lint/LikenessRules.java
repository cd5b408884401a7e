package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Has the finder of a session look for each landmark in the pictures of the others and in those of the content. Two
 * landmarks that the finder cannot tell apart stand for the same state of the screen; one that several pictures of the
 * content show does not say which of them is there.
 */
final class LikenessRules {
    /** What a lossy display may take from the score, so that pictures this much alike are hardly told apart. */
    private static final double MARGIN = 0.1;

    private final LintedWorkload subject;
    private final Map<String, Template> landmarks;
    private final Map<String, String> uses;
    private final LandmarkConditions conditions;
    private final Map<String, Set<String>> within = new LinkedHashMap<>();
    /**
     * Of two landmarks the gravest finding, whichever of them is found in the other: a mask of one of them may hide
     * what the other shows.
     */
    private final Map<Set<String>, Alike> alike = new LinkedHashMap<>();

    /**
     * @param landmarks those that are looked for
     * @param uses landmark to the operation that names it first
     * @param conditions how landmarks are looked for
     */
    LikenessRules(
            LintedWorkload subject,
            Map<String, Template> landmarks,
            Map<String, String> uses,
            LandmarkConditions conditions) {
        this.subject = subject;
        this.landmarks = landmarks;
        this.uses = uses;
        this.conditions = conditions;
    }

    private record Alike(Severity severity, String name, String shown, Match match, String why) {}

    Likenesses check() throws IOException {
        for (String shown : landmarks.keySet()) {
            Path file = subject.workload().folder().resolve(shown);
            try (InputStream in = Files.newInputStream(file);
                    TemplateMatcher matcher = new TemplateMatcher()) {
                matcher.see(ScreenPicture.read(shown, in).shown());
                landmarks.forEach((name, template) -> compare(matcher, name, template, shown));
            }
        }
        alike.values().forEach(this::tell);
        content();
        return new Likenesses(within);
    }

    private void compare(TemplateMatcher matcher, String name, Template template, String shown) {
        if (name.equals(shown)) {
            return;
        }
        if (!matcher.fits(template) || !isTold(matcher, name, template, shown)) {
            // However each was cut out of the screen: what they have in common.
            Template other = landmarks.get(shown);
            Optional<Template> part = other == null ? Optional.empty() : template.partOver(other);
            part.filter(common -> matcher.fits(common) && !matcher.find(common).found())
                    .ifPresent(common -> close(matcher, name, common, shown, "what they have in common differs"));
        }
    }

    /** Whether the two are so alike that there is a finding. */
    private boolean isTold(TemplateMatcher matcher, String name, Template template, String shown) {
        Match match = matcher.find(template);
        if (match.found()) {
            within.computeIfAbsent(shown, s -> new TreeSet<>()).add(name);
            boolean inRegion = conditions.isInRegion(name) && !conditions.isInRegionOf(name, shown);
            alike(
                    inRegion ? Severity.WARNING : Severity.ERROR,
                    name,
                    shown,
                    match,
                    "the finder cannot tell them apart: it finds the one where the other is"
                            + (inRegion ? ", if that is in its region" : ""));
            return true;
        }
        OptionalDouble least = conditions.leastSimilarity(name);
        if (least.isPresent()) {
            Match counted = matcher.find(template.withoutDetails().withThreshold(least.getAsDouble()));
            if (counted.found()) {
                alike(
                        Severity.WARNING,
                        name,
                        shown,
                        counted,
                        String.format(
                                Locale.ROOT,
                                "a condition counts whatever has a similarity of %.2f as %s, so the other one too",
                                least.getAsDouble(),
                                name));
                return true;
            }
        }
        return close(matcher, name, template, shown, "they differ");
    }

    /** Whether details tell the two apart, which loss may hide. */
    private boolean close(TemplateMatcher matcher, String name, Template template, String shown, String differ) {
        Match close = matcher.find(template.withoutDetails().withThreshold(template.threshold() - MARGIN));
        if (close.found()) {
            alike(
                    Severity.WARNING,
                    name,
                    shown,
                    close,
                    String.format(
                            Locale.ROOT,
                            "%s; on a lossy display they may not be told apart",
                            close.score() < template.threshold()
                                    ? String.format(
                                            Locale.ROOT,
                                            "a score of %.1f and more counts as alike",
                                            template.threshold())
                                    : differ + " in a detail only"));
        }
        return close.found();
    }

    private void alike(Severity severity, String name, String shown, Match match, String why) {
        alike.merge(
                Set.of(name, shown),
                new Alike(severity, name, shown, match, why),
                (first, next) -> next.severity().compareTo(first.severity()) < 0 ? next : first);
    }

    private void tell(Alike pair) {
        subject.of(
                pair.severity(),
                "landmarks-alike",
                pair.name(),
                uses.getOrDefault(pair.name(), ""),
                String.format(
                        Locale.ROOT,
                        "like %s of operation %s: score %.2f at %s",
                        pair.shown(),
                        uses.getOrDefault(pair.shown(), ""),
                        pair.match().score(),
                        pair.match().place()),
                pair.why(),
                "take pictures with other shapes for the two states, or with more of what differs; say with `in:` in which part"
                        + " of the screen each is; or name one file in both places if it is one state");
    }

    private void content() throws IOException {
        Map<String, Map<String, List<String>>> found = new LinkedHashMap<>();
        ContentPictures.visit(subject.workload().folder().resolve("content"), new ContentPictures.Visitor() {
            @Override
            public void picture(String container, ScreenPicture picture) {
                try (TemplateMatcher matcher = new TemplateMatcher()) {
                    matcher.see(picture.shown());
                    landmarks.forEach((name, template) -> {
                        if (matcher.find(template).found()) {
                            found.computeIfAbsent(name, n -> new LinkedHashMap<>())
                                    .computeIfAbsent(container, c -> new ArrayList<>())
                                    .add(picture.name());
                        }
                    });
                }
            }

            @Override
            public void unreadable(String name, String reason) {
                subject.of(
                        Severity.WARNING,
                        "content-unreadable",
                        name.replaceFirst("!.*", ""),
                        "",
                        name + ": " + reason,
                        "an application may fail to show it, and landmarks are not compared with it",
                        "save the picture again, or delete it");
            }
        });
        found.forEach((landmark, containers) -> containers.values().stream()
                .filter(pictures -> pictures.size() > 1)
                .forEach(pictures -> inSeveral(landmark, pictures)));
    }

    private void inSeveral(String landmark, List<String> pictures) {
        subject.of(
                Severity.WARNING,
                "landmark-in-several-pictures",
                landmark,
                uses.getOrDefault(landmark, ""),
                "found in " + String.join(" and ", pictures),
                "whichever of them is on the screen, the condition holds",
                "take a part that only the picture has that the operation waits for, or change the content");
    }
}
