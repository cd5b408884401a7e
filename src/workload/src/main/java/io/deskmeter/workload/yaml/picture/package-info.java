/**
 * How documents name pictures that are looked for: {@link io.deskmeter.workload.yaml.picture.LandmarkFiles} of a
 * workload's folder, or {@link io.deskmeter.workload.yaml.picture.NamedPictures} that stand in the document itself, as
 * {@link io.deskmeter.workload.yaml.picture.PictureText}. Steps and conditions know the type of a name only.
 */
@NullMarked
package io.deskmeter.workload.yaml.picture;

import org.jspecify.annotations.NullMarked;
