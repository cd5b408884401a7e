; The installer of the agent for Windows: lays down the files of the package, and starts `agent setup` of the installed program, which does the rest. src/package/windows.sh
; calls makensis with VERSION, RELEASE, QUAD (four numbers), SIZE (in kB), LICENSE, OUT, and LISTS: macros with the files of the package, in order of their names.
; Nothing of the time of the making, or of the machine, is in it.

Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
ManifestSupportedOS all
ManifestDPIAware true
RequestExecutionLevel admin
AllowSkipFiles off

!include LogicLib.nsh
!include FileFunc.nsh
!include nsDialogs.nsh
!include MUI2.nsh
!include "${LISTS}"

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Deskmeter Agent"
!define UNINSTALLER "deskmeter-uninstall.exe"

; Exit codes are those of `agent setup`, see docs/guides/prepare-a-desktop.md; these are the ones that this program has of its own.
!define DONE 0
!define INVALID_INPUT 2
!define NOTHING_CHANGED 3
!define NOT_RESTORED 5

; A longer command line would be cut without a word.
!define LONGEST_COMMAND 1000

Name "Deskmeter Agent"
BrandingText "Deskmeter ${VERSION}-${RELEASE}"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Deskmeter"
; Where an older version is; /D= counts before it.
InstallDirRegKey HKLM "${ENTRY}" "InstallLocation"
ShowInstDetails show
ShowUninstDetails show

VIProductVersion "${QUAD}"
VIAddVersionKey "ProductName" "Deskmeter Agent"
VIAddVersionKey "ProductVersion" "${VERSION}-${RELEASE}"
VIAddVersionKey "FileVersion" "${VERSION}-${RELEASE}"
VIAddVersionKey "FileDescription" "Installer of the Deskmeter agent"
VIAddVersionKey "CompanyName" "Deskmeter"
VIAddVersionKey "LegalCopyright" "Licensed under the Apache License 2.0"

; The rest of the command line, and what was read of it.
Var Rest
Var Word
Var OptionName
Var OptionValue
Var OptionHasValue

; Options of the installer.
Var Controller
Var JoinFile
Var DesktopTokenFile
Var Measures
Var Image
Var NoSetup
Var Log
; As words of a command line.
Var Optimisations
; Of the uninstaller: an installer replaces the files, and what was set stays.
Var FilesOnly

Var Command
Var Code
Var Reason
Var Tries

; Fields of the page.
Var ControllerField
Var JoinFileField
Var DesktopTokenFileField
Var ProfileField

!define MUI_ABORTWARNING
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MUI_PAGE_DIRECTORY
Page custom AskSetup ReadSetup
; Stays when all is done, with the lines of `agent setup`.
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; ---- what installer and uninstaller share

!macro SharedFunctions un

; Ends with $Code and $Reason, before anything has been changed.
Function ${un}Refuse
    Call ${un}WriteReason
    MessageBox MB_OK|MB_ICONSTOP "$Reason" /SD IDOK
    SetErrorLevel $Code
    Quit
FunctionEnd

; Nobody sees the window of a silent one.
Function ${un}WriteReason
    ${If} $Log != ""
        ClearErrors
        FileOpen $0 "$Log" a
        ${IfNot} ${Errors}
            FileSeek $0 0 END
            FileWrite $0 "$Reason$\r$\n"
            FileClose $0
        ${EndIf}
    ${EndIf}
FunctionEnd

; Takes the next word of $Rest to $Word: up to a blank that is not in quotes, and without the quotes. Empty at the end.
Function ${un}NextWord
    Push $0
    Push $1
    StrCpy $Word ""
    StrCpy $1 "no"
    ${Do}
        StrCpy $0 $Rest 1
        ${If} $0 == ""
            ${ExitDo}
        ${EndIf}
        StrCpy $Rest $Rest "" 1
        ${If} $0 == '"'
            ${If} $1 == "no"
                StrCpy $1 "quoted"
            ${Else}
                StrCpy $1 "no"
            ${EndIf}
        ${ElseIf} $0 == " "
        ${AndIf} $1 == "no"
            ${If} $Word != ""
                ${ExitDo}
            ${EndIf}
        ${Else}
            StrCpy $Word "$Word$0"
        ${EndIf}
    ${Loop}
    Pop $1
    Pop $0
FunctionEnd

; Splits $Word at its first equals sign.
Function ${un}SplitWord
    Push $0
    Push $1
    StrCpy $OptionName $Word
    StrCpy $OptionValue ""
    StrCpy $OptionHasValue "no"
    StrCpy $0 0
    ${Do}
        StrCpy $1 $Word 1 $0
        ${If} $1 == ""
            ${ExitDo}
        ${EndIf}
        ${If} $1 == "="
            StrCpy $OptionName $Word $0
            IntOp $0 $0 + 1
            StrCpy $OptionValue $Word "" $0
            StrCpy $OptionHasValue "yes"
            ${ExitDo}
        ${EndIf}
        IntOp $0 $0 + 1
    ${Loop}
    Pop $1
    Pop $0
FunctionEnd

Function ${un}RequireValue
    StrCpy $0 $OptionValue 1 -1
    ${If} $OptionValue == ""
    ${OrIf} $0 == "\"
        StrCpy $Code ${INVALID_INPUT}
        StrCpy $Reason '$Word (expected: $OptionName=VALUE, which ends with no backslash)'
        Call ${un}Refuse
    ${EndIf}
FunctionEnd

Function ${un}RequireNoValue
    ${If} $OptionHasValue == "yes"
        StrCpy $Code ${INVALID_INPUT}
        StrCpy $Reason '$Word (expected: $OptionName without a value)'
        Call ${un}Refuse
    ${EndIf}
FunctionEnd

; Of the folder in which this was started: the programs start in another one. For a file that may not be there yet.
Function ${un}FullPathOfNew
    StrCpy $0 $OptionValue 1
    StrCpy $1 $OptionValue 1 1
    ${If} $0 != "\"
    ${AndIf} $1 != ":"
        GetFullPathName $0 "."
        StrCpy $OptionValue "$0\$OptionValue"
    ${EndIf}
FunctionEnd

Function ${un}RequireAdministrator
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
        StrCpy $Code ${NOTHING_CHANGED}
        StrCpy $Reason "This user may not change the machine (expected: an administrator; hint: an elevated prompt)"
        Call ${un}Refuse
    ${EndIf}
FunctionEnd

; Starts the installed program with the words in $Command, and sets $Code. Its lines, without colours, are in the window; of a silent one they are in the log, if there is one.
Function ${un}RunAgent
    StrCpy $Command '"$INSTDIR\runtime\bin\java.exe" "@$INSTDIR\agent\jvm.args" -Ddeskmeter.command=deskmeter -Dpicocli.ansi=false "-Ddeskmeter.home=$INSTDIR" -jar "$INSTDIR\agent\deskmeter-agent.jar" $Command'
    ${If} $Log != ""
    ${AndIf} ${Silent}
        StrCpy $Command '"$SYSDIR\cmd.exe" /d /s /c "$Command >>"$Log" 2>&1"'
    ${EndIf}
    StrLen $0 $Command
    ${If} $0 > ${LONGEST_COMMAND}
        StrCpy $Code ${INVALID_INPUT}
        DetailPrint "The command of agent setup has $0 characters (expected: at most ${LONGEST_COMMAND}; hint: shorter paths)"
        Return
    ${EndIf}
    nsExec::ExecToLog $Command
    Pop $Code
    ${If} $Code == "error"
        DetailPrint "$INSTDIR\runtime\bin\java.exe cannot be started (hint: install it again)"
        StrCpy $Code ${NOT_RESTORED}
    ${EndIf}
FunctionEnd

!macroend

!insertmacro SharedFunctions ""
!insertmacro SharedFunctions "un."

; ---- the installer

Function .onInit
    StrCpy $Measures "measure"
    Call ReadOptions
    Call RequireAdministrator
FunctionEnd

Function ReadOptions
    ${GetParameters} $Rest
    ${Do}
        Call NextWord
        ${If} $Word == ""
            ${ExitDo}
        ${EndIf}
        Call SplitWord
        Call ReadOption
    ${Loop}
FunctionEnd

Function ReadOption
    ${Select} $OptionName
        ${Case2} "/S" "/NCRC"
            Call RequireNoValue
        ${Case} "/D"
        ${Case} "/CONTROLLER"
            Call RequireValue
            StrCpy $Controller $OptionValue
        ${Case} "/JOINFILE"
            Call RequireValue
            Call FullPath
            StrCpy $JoinFile $OptionValue
        ${Case} "/DESKTOPTOKENFILE"
            Call RequireValue
            Call FullPath
            StrCpy $DesktopTokenFile $OptionValue
        ${Case} "/PROFILE"
            Call RequireValue
            StrCpy $Measures $OptionValue
        ${Case} "/OPTIMISATIONS"
            Call RequireValue
            Call FullPath
            StrCpy $Optimisations '$Optimisations --optimisations "$OptionValue"'
        ${Case} "/LOG"
            Call RequireValue
            Call FullPathOfNew
            StrCpy $Log $OptionValue
        ${Case} "/IMAGE"
            Call RequireNoValue
            StrCpy $Image "yes"
        ${Case} "/NOSETUP"
            Call RequireNoValue
            StrCpy $NoSetup "yes"
        ${Case} "/JOIN"
            StrCpy $Code ${INVALID_INPUT}
            StrCpy $Reason "/JOIN (expected: /JOINFILE=FILE, with the join token in a file; hint: all users see command lines in the list of processes)"
            Call Refuse
        ${CaseElse}
            StrCpy $Code ${INVALID_INPUT}
            StrCpy $Reason "$OptionName (expected: /CONTROLLER, /JOINFILE, /DESKTOPTOKENFILE, /PROFILE, /OPTIMISATIONS, /IMAGE, /NOSETUP, /LOG, /S, or /D as the last one)"
            Call Refuse
    ${EndSelect}
FunctionEnd

; Of the folder in which this was started, if it is there.
Function FullPath
    ClearErrors
    GetFullPathName $0 "$OptionValue"
    ${IfNot} ${Errors}
        StrCpy $OptionValue $0
    ${EndIf}
FunctionEnd

; What `agent setup` is to do, for whoever clicks. What the command line said is there already.
Function AskSetup
    ${If} $NoSetup == "yes"
        Abort
    ${EndIf}
    !insertmacro MUI_HEADER_TEXT "Set the machine up" "What agent setup does after the files are installed. All of it can be taken back."
    nsDialogs::Create 1018
    Pop $0
    ${If} $0 == error
        Abort
    ${EndIf}
    ${NSD_CreateLabel} 0 0 100% 10u "Controller, as HOST:PORT of its port for agents (may be empty):"
    Pop $0
    ${NSD_CreateText} 0 11u 100% 12u "$Controller"
    Pop $ControllerField
    ${NSD_CreateLabel} 0 29u 100% 10u "File with a join token, as deskmeter enrol prints it (may be empty):"
    Pop $0
    ${NSD_CreateFileRequest} 0 40u 84% 12u "$JoinFile"
    Pop $JoinFileField
    ${NSD_CreateBrowseButton} 86% 40u 14% 12u "Browse"
    Pop $0
    ${NSD_OnClick} $0 BrowseJoinFile
    ${NSD_CreateLabel} 0 58u 100% 10u "File with the secret of desktop agents, for one that starts with each session (may be empty):"
    Pop $0
    ${NSD_CreateFileRequest} 0 69u 84% 12u "$DesktopTokenFile"
    Pop $DesktopTokenFileField
    ${NSD_CreateBrowseButton} 86% 69u 14% 12u "Browse"
    Pop $0
    ${NSD_OnClick} $0 BrowseDesktopTokenFile
    ${NSD_CreateLabel} 0 87u 100% 18u "Optimisations: measure, what makes results differ from run to run; density, also what costs capacity; none:"
    Pop $0
    ${NSD_CreateDropList} 0 107u 40% 12u ""
    Pop $ProfileField
    ${NSD_CB_AddString} $ProfileField "measure"
    ${NSD_CB_AddString} $ProfileField "density"
    ${NSD_CB_AddString} $ProfileField "none"
    ${NSD_CB_SelectString} $ProfileField "$Measures"
    nsDialogs::Show
FunctionEnd

Function BrowseJoinFile
    Pop $0
    nsDialogs::SelectFileDialog open "" "All files|*.*"
    Pop $0
    ${If} $0 != ""
        ${NSD_SetText} $JoinFileField $0
    ${EndIf}
FunctionEnd

Function BrowseDesktopTokenFile
    Pop $0
    nsDialogs::SelectFileDialog open "" "All files|*.*"
    Pop $0
    ${If} $0 != ""
        ${NSD_SetText} $DesktopTokenFileField $0
    ${EndIf}
FunctionEnd

Function ReadSetup
    ${NSD_GetText} $ControllerField $Controller
    ${NSD_GetText} $JoinFileField $JoinFile
    ${NSD_GetText} $DesktopTokenFileField $DesktopTokenFile
    ${NSD_GetText} $ProfileField $Measures
FunctionEnd

; Ends the section with $Code: the window stays, with its lines and this one.
Function Fail
    Call WriteReason
    DetailPrint $Reason
    SetErrorLevel $Code
    Abort $Reason
FunctionEnd

; Removes the files of an installation in the folder $1, if there is one, by its own uninstaller: that knows what it has brought. Where a program has them open, nothing is
; changed. The option that makes an uninstaller wait is the last one, and without quotes: in quotes it returns before the files are removed.
Function RemoveEarlier
    ${If} ${FileExists} "$1\${UNINSTALLER}"
        DetailPrint "Removing the files of the version in $1"
        ClearErrors
        ExecWait '"$1\${UNINSTALLER}" /S /FILESONLY _?=$1' $Code
        ${If} ${Errors}
            StrCpy $Code ${NOT_RESTORED}
        ${EndIf}
        ${If} $Code == ${NOTHING_CHANGED}
            StrCpy $Reason "$1 is in use (expected: no agent that runs; hint: end its sessions, and start this again)"
            Call Fail
        ${ElseIf} $Code <> 0
            StrCpy $Reason "The files in $1 cannot be removed: exit code $Code (hint: start $1\${UNINSTALLER})"
            Call Fail
        ${EndIf}
        Delete "$1\${UNINSTALLER}"
        ${If} $1 != $INSTDIR
            RMDir "$1"
        ${EndIf}
    ${EndIf}
FunctionEnd

Section
    ReadRegStr $1 HKLM "${ENTRY}" "InstallLocation"
    ${If} $1 != ""
        Call RemoveEarlier
    ${EndIf}
    StrCpy $1 $INSTDIR
    Call RemoveEarlier

    ; A file that cannot be written ends this section.
    SetErrorLevel ${NOT_RESTORED}
    DetailPrint "Installing Deskmeter ${VERSION}-${RELEASE} to $INSTDIR"
    SetDetailsPrint none
    SetOutPath "$INSTDIR"
    ; The first one, so that an installation can be removed whenever it was ended.
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
    !insertmacro InstallFiles
    SetOutPath "$INSTDIR"
    SetDetailsPrint both
    WriteRegStr HKLM "${ENTRY}" "DisplayName" "Deskmeter Agent"
    WriteRegStr HKLM "${ENTRY}" "DisplayVersion" "${VERSION}-${RELEASE}"
    WriteRegStr HKLM "${ENTRY}" "Publisher" "Deskmeter"
    WriteRegStr HKLM "${ENTRY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKLM "${ENTRY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
    WriteRegStr HKLM "${ENTRY}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
    WriteRegDWORD HKLM "${ENTRY}" "EstimatedSize" ${SIZE}
    WriteRegDWORD HKLM "${ENTRY}" "NoModify" 1
    WriteRegDWORD HKLM "${ENTRY}" "NoRepair" 1
    SetErrorLevel ${DONE}

    ${If} $NoSetup != "yes"
        StrCpy $Command 'setup --unattended --scope machine --profile "$Measures"$Optimisations'
        ${If} $Controller != ""
            StrCpy $Command '$Command --controller "$Controller"'
        ${EndIf}
        ${If} $JoinFile != ""
            StrCpy $Command '$Command --join-file "$JoinFile"'
        ${EndIf}
        ${If} $DesktopTokenFile != ""
            StrCpy $Command '$Command --desktop-token-file "$DesktopTokenFile"'
        ${EndIf}
        ${If} $Image == "yes"
            StrCpy $Command '$Command --image'
        ${EndIf}
        Call RunAgent
        ${If} $Code <> 0
            StrCpy $Reason "The program is installed; agent setup ended with exit code $Code (hint: the lines above say why; start this again)"
            Call Fail
        ${EndIf}
    ${EndIf}
SectionEnd

; ---- the uninstaller

Function un.onInit
    ${un.GetParameters} $Rest
    ${Do}
        Call un.NextWord
        ${If} $Word == ""
            ${ExitDo}
        ${EndIf}
        Call un.SplitWord
        ${Select} $OptionName
            ${Case} "/S"
                Call un.RequireNoValue
            ${Case} "/FILESONLY"
                StrCpy $FilesOnly "yes"
            ${Case} "/LOG"
                Call un.RequireValue
                Call un.FullPathOfNew
                StrCpy $Log $OptionValue
            ${Case} "_?"
                ; Its path may have blanks, and ends the command line.
                StrCpy $Rest ""
            ${CaseElse}
                StrCpy $Code ${INVALID_INPUT}
                StrCpy $Reason "$OptionName (expected: /S, /LOG, or _?= as the last one)"
                Call un.Refuse
        ${EndSelect}
    ${Loop}
    Call un.RequireAdministrator
FunctionEnd

; Sets $0 to whether a program has files of the installation open: Windows does not let such a file be renamed.
Function un.IsInUse
    StrCpy $0 "no"
    ${If} ${FileExists} "$INSTDIR\agent\deskmeter-agent.jar"
        ClearErrors
        Rename "$INSTDIR\agent\deskmeter-agent.jar" "$INSTDIR\agent\deskmeter-agent.jar.free"
        ${If} ${Errors}
            StrCpy $0 "yes"
        ${Else}
            Rename "$INSTDIR\agent\deskmeter-agent.jar.free" "$INSTDIR\agent\deskmeter-agent.jar"
        ${EndIf}
    ${EndIf}
FunctionEnd

; As the program finds it.
Function un.MachineFolder
    ReadEnvStr $0 "ProgramData"
    ${If} $0 == ""
        StrCpy $0 "C:\ProgramData"
    ${EndIf}
    StrCpy $0 "$0\Deskmeter"
FunctionEnd

Function un.Fail
    Call un.WriteReason
    DetailPrint $Reason
    SetErrorLevel $Code
    Abort $Reason
FunctionEnd

; What was set is taken back by the program that has set it. Where that is not whole, and has left a journal, nothing is removed.
Function un.TakeBack
    ${If} ${FileExists} "$INSTDIR\runtime\bin\java.exe"
    ${AndIf} ${FileExists} "$INSTDIR\agent\deskmeter-agent.jar"
        StrCpy $Command "setup uninstall --scope machine"
        Call un.RunAgent
        ${If} $Code <> 0
            StrCpy $Reason "The program stays, because agent setup uninstall ended with exit code $Code (hint: the lines above say why; start this again)"
            Call un.Fail
        ${EndIf}
    ${Else}
        Call un.MachineFolder
        ${If} ${FileExists} "$0\setup\journal.jsonl"
            StrCpy $Code ${NOT_RESTORED}
            StrCpy $Reason "$INSTDIR is not whole, and agent setup has changed this machine (expected: a whole program, which takes it back; hint: install it again, then remove it)"
            Call un.Fail
        ${EndIf}
    ${EndIf}
    ; The identity of a client agent. No package manager purges it here.
    Call un.MachineFolder
    RMDir /r "$0\agent"
    RMDir "$0"
FunctionEnd

Function un.RemoveFiles
    SetDetailsPrint none
    StrCpy $Tries 0
    ${Do}
        ClearErrors
        !insertmacro RemoveFiles
        Delete "$INSTDIR\agent\deskmeter-agent.jar.free"
        ${IfNot} ${Errors}
            ${ExitDo}
        ${EndIf}
        ; Windows keeps the files of a program for some moments after its end, and scanners look at them.
        IntOp $Tries $Tries + 1
        ${If} $Tries > 10
            SetDetailsPrint both
            StrCpy $Code ${NOT_RESTORED}
            StrCpy $Reason "Files in $INSTDIR cannot be removed (hint: end the programs that have them open, and start this again)"
            Call un.Fail
        ${EndIf}
        Sleep 500
    ${Loop}
    !insertmacro RemoveFolders
    SetDetailsPrint both
FunctionEnd

; The copy of this program that Windows starts instead of it, or whoever calls it, can remove it: itself it has it open.
Function un.RemoveSelf
    Delete "$INSTDIR\${UNINSTALLER}"
    ; No folder can be removed in which a program works.
    SetOutPath $TEMP
    RMDir "$INSTDIR"
    ${If} $EXEDIR == $INSTDIR
        DetailPrint "$INSTDIR\${UNINSTALLER} stays: it runs (hint: start a copy of it, which stands elsewhere)"
    ${EndIf}
FunctionEnd

Section Uninstall
    Call un.IsInUse
    ${If} $0 == "yes"
        StrCpy $Code ${NOTHING_CHANGED}
        StrCpy $Reason "$INSTDIR is in use (expected: no agent that runs; hint: end its sessions, and start this again)"
        Call un.Fail
    ${EndIf}
    ${If} $FilesOnly != "yes"
        Call un.TakeBack
    ${EndIf}
    DetailPrint "Removing $INSTDIR"
    Call un.RemoveFiles
    ${If} $FilesOnly != "yes"
        Call un.RemoveSelf
        DeleteRegKey HKLM "${ENTRY}"
    ${EndIf}
SectionEnd
