/* ICU's common data without any entry, in ICU's format "ToCP": a header, the number of entries, and the entries. ICU then
   offers its built-in converters (UTF-8, UTF-16, Latin-1) and no others. */
#include <stdint.h>

const struct {
    uint16_t header_bytes;
    uint8_t magic[2];
    uint16_t info_bytes, reserved;
    uint8_t big_endian, charset_family, char_bytes, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    uint32_t entries, first_name;
} SYMBOL __attribute__((aligned(16))) = {
    .header_bytes = 32,
    .magic = {0xda, 0x27},
    .info_bytes = 20,
    .big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_bytes = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1, 0, 0, 0},
};
