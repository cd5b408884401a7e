/** The controller. */
@NullMarked
package io.deskmeter.controller;

import org.jspecify.annotations.NullMarked;
