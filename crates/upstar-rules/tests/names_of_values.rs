//! Values by name in trees: `13/16`, `^3*5`, `+-1/2`.

use upstar_rules::Rules;
use upstar_rules::tree::Trees;

#[test]
fn options_by_name() {
    let rules = Trees::from_parameters("").unwrap();
    for (name, expected) in [
        ("0", "|"),
        ("2", "1|"),
        ("-1", "|0"),
        ("1/2", "0|1"),
        ("13/16", "3/4|7/8"),
        ("-3/4", "-1|-1/2"),
        ("6/8", "1/2|1"),
        ("*", "0|0"),
        ("*3", "0,*,*2|0,*,*2"),
        ("^", "0|*"),
        ("v", "*|0"),
        ("^*", "0,*|0"),
        ("v*", "0|0,*"),
        ("^^", "0|^*"),
        ("^2*", "0|^"),
        ("v3", "v2*|0"),
        ("^*2", "0|*3"),
        ("^3*5", "0|^2*4"),
        ("vv*3", "v*2|0"),
        ("+-1/2", "1/2|-1/2"),
    ] {
        let options = format!("{{{expected}}}");
        assert_eq!(rules.parse(name), rules.parse(&options), "{name}");
        assert!(rules.parse(name).is_ok(), "{name}");
    }
    for name in
        ["", "x", "1/3", "1/0", "*x", "^^2", "^x", "^*1", "^2*0", "^**", "+-0", "--1", "5000", "v-"]
    {
        assert!(rules.parse(name).is_err(), "{name}");
    }
}
