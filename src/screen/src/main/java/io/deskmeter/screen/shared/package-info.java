/** Shared by several kinds of screens: ordered tasks, pauses between keys, differences between two pictures. */
@NullMarked
package io.deskmeter.screen.shared;

import org.jspecify.annotations.NullMarked;
