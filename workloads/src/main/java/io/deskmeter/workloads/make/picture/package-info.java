/**
 * Pictures that are computed in integers ({@link io.deskmeter.workloads.make.picture.Picture}): landmarks that nothing
 * else on a screen looks like ({@link io.deskmeter.workloads.make.picture.DrawnLandmark}), the signs of applications,
 * photographs and textures.
 */
@NullMarked
package io.deskmeter.workloads.make.picture;

import org.jspecify.annotations.NullMarked;
