/** What screens of more than one kind need: order among tasks, pauses between keys, what differs between two pictures. */
@NullMarked
package io.deskmeter.screen.shared;

import org.jspecify.annotations.NullMarked;
