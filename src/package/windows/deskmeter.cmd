@echo off
rem The command deskmeter on Windows. The program reads the words; here it is only decided what Java gets: a desktop
rem agent sits in the desktop that is measured, and is as small as can be.
setlocal DisableDelayedExpansion
set "deskmeter_here=%~dp0"
set "deskmeter_here=%deskmeter_here:~0,-1%"
set "deskmeter_java=jvm.args"
if /i "%~1"=="agent" if /i "%~2"=="desktop" set "deskmeter_java=desktop-jvm.args"
"%deskmeter_here%\runtime\bin\java.exe" "@%deskmeter_here%\agent\%deskmeter_java%" -Ddeskmeter.command=deskmeter "-Ddeskmeter.home=%deskmeter_here%" -cp "%deskmeter_here%\agent\deskmeter-agent.jar" io.deskmeter.agent.WindowsLauncherMain %*
exit /b %ERRORLEVEL%
