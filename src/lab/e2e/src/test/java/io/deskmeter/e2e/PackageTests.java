package io.deskmeter.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests that install packages of these sources on machines of their own. The packages are made before the first of
 * them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
@ExtendWith(MadePackages.Maker.class)
@interface PackageTests {}
