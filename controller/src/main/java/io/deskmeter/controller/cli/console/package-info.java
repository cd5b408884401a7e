/**
 * What every command needs: how it fails and with which exit code it ends, how it prints and logs, and where the
 * folders of this installation are.
 */
@NullMarked
package io.deskmeter.controller.cli.console;

import org.jspecify.annotations.NullMarked;
