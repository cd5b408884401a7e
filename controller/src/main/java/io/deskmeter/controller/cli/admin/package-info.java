/**
 * What administrators do with a running controller: its people, tokens, machines and runs, its audit log and its
 * backup.
 */
@NullMarked
package io.deskmeter.controller.cli.admin;

import org.jspecify.annotations.NullMarked;
