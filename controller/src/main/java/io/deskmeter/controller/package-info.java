/** The controller: runs the tests, stores the results, and serves REST and the web pages. */
@NullMarked
package io.deskmeter.controller;

import org.jspecify.annotations.NullMarked;
