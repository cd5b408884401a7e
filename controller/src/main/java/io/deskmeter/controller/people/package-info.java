/**
 * Users of a controller, with their passwords, browser sessions and API tokens. Secrets are stored as hashes only.
 * {@link io.deskmeter.controller.people.People} keeps in memory what each request is checked against, so that no
 * request waits for the store; what was changed at another controller of the same store takes effect within three
 * seconds.
 */
@NullMarked
package io.deskmeter.controller.people;

import org.jspecify.annotations.NullMarked;
