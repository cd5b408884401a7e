/** The controller as a program of its own, its options, and the file of settings that a service has in their place. */
@NullMarked
package io.deskmeter.controller.cli.service;

import org.jspecify.annotations.NullMarked;
