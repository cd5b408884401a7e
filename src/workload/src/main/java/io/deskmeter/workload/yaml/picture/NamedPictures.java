package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.yaml.grammar.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The pictures that a target brings with it: each is in the document itself, and steps and conditions know it by its
 * name.
 */
public final class NamedPictures {
    private final Set<Picture> pictures;

    /** Those that are there already. */
    public NamedPictures(List<Picture> pictures) {
        this.pictures = new LinkedHashSet<>(pictures);
    }

    /** The name of a picture, which is kept. */
    public Type<String> names() {
        return PictureText.PICTURE.as(this::keep, this::picture);
    }

    private String keep(Picture picture) {
        pictures.add(picture);
        return picture.landmark();
    }

    private Picture picture(String name) {
        return pictures.stream()
                .filter(picture -> picture.landmark().equals(name))
                .findFirst()
                .orElse(PictureText.PLACEHOLDER);
    }

    /** All of them, each once. */
    public List<Picture> pictures() {
        return List.copyOf(pictures);
    }
}
