/* What libxml2 uses of ICU, without a converter: every name of an encoding is unknown. libxml2 then knows the encodings that it
   converts by itself, such as UTF-8, UTF-16 and Latin-1. VERSION is that of ICU, which is a part of its names. */
#define JOIN_(name, version) name##_##version
#define JOIN(name, version) JOIN_(name, version)
#define ICU(name) JOIN(name, VERSION)

enum { FILE_ACCESS_ERROR = 4 };

void *ICU(ucnv_open)(const char *name, int *status) {
    (void)name;
    *status = FILE_ACCESS_ERROR;
    return 0;
}

/* libxml2 calls none of these without a converter. */
void ICU(ucnv_close)(void *converter) { (void)converter; }
void ICU(ucnv_setFromUCallBack)(void) {}
void ICU(ucnv_setToUCallBack)(void) {}
void ICU(ucnv_convertEx)(void) {}
void ICU(UCNV_FROM_U_CALLBACK_STOP)(void) {}
void ICU(UCNV_TO_U_CALLBACK_STOP)(void) {}
