"""A tower of two cubes with two bones as a text .fbx, in centimetres: its upper half turns by a quarter in a second."""

import os

SECOND = 46186158000  # of KTime


def _corners():
    return [(x, y, z) for y in (0, 1, 2) for x, z in ((0, 0), (1, 0), (1, 1), (0, 1))]


def _triangles():
    triangles = [(0, 1, 2), (0, 2, 3), (8, 10, 9), (8, 11, 10)]
    for floor in (0, 4):
        for side in range(4):
            low, next_low = floor + side, floor + (side + 1) % 4
            triangles += [(low, next_low + 4, next_low), (low, low + 4, next_low + 4)]
    return triangles


def _array(name, numbers):
    return f"\t\t{name}: *{len(numbers)} {{\n\t\t\ta: {','.join(map(str, numbers))}\n\t\t}}\n"


def _property(name, kind, values):
    return f'\t\t\tP: "{name}", "{kind}", "", "A",{values}\n'


def _properties(*lines):
    return "\t\tProperties70:  {\n" + "".join(lines) + "\t\t}\n"


def _object(kind, number, name, type_, body=""):
    return f'\t{kind}: {number}, "{name}", "{type_}" {{\n{body}\t}}\n'


def _model(number, name, type_, place):
    return _object("Model", number, "Model::" + name, type_,
                   "\t\tVersion: 232\n" + _properties(_property("Lcl Translation", "Lcl Translation", place)))


def _raised_by(height):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, height, 0, 1]


def _cluster(number, corners, height):
    return _object("Deformer", number, "SubDeformer::", "Cluster",
                   "\t\tVersion: 100\n\t\tUserData: \"\", \"\"\n" + _array("Indexes", corners) +
                   _array("Weights", [1] * len(corners)) + _array("Transform", _raised_by(-height)) +
                   _array("TransformLink", _raised_by(height)))


def write_tower(path):
    objects = (
        _object("Geometry", 1000, "Geometry::tower", "Mesh",
                _array("Vertices", [100 * x for corner in _corners() for x in corner]) +
                _array("PolygonVertexIndex", [v for a, b, c in _triangles() for v in (a, b, -1 - c)]) +
                "\t\tGeometryVersion: 124\n") +
        _model(2000, "tower", "Mesh", "0,0,0") + _model(2001, "root", "LimbNode", "0,0,0") +
        _model(2002, "tip", "LimbNode", "0,100,0") +
        _object("Deformer", 3000, "Deformer::", "Skin", "\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n") +
        _cluster(3001, list(range(8)), 0) + _cluster(3002, [8, 9, 10, 11], 100) +
        _object("AnimationStack", 4000, "AnimStack::turn", "", _properties(_property("LocalStop", "KTime", SECOND))) +
        _object("AnimationLayer", 4001, "AnimLayer::base", "") +
        _object("AnimationCurveNode", 4002, "AnimCurveNode::R", "",
                _properties(*(_property("d|" + axis, "Number", 0) for axis in "XYZ"))) +
        _object("AnimationCurve", 4003, "AnimCurve::", "",
                "\t\tDefault: 0\n\t\tKeyVer: 4008\n" + _array("KeyTime", [0, SECOND]) + _array("KeyValueFloat", [0, 90]) +
                _array("KeyAttrFlags", [260]) + _array("KeyAttrDataFloat", [0, 0, 0, 0]) + _array("KeyAttrRefCount", [2])))
    links = [(2000, 0), (2001, 0), (2002, 2001), (1000, 2000), (3000, 1000), (3001, 3000), (3002, 3000), (2001, 3001),
             (2002, 3002), (4001, 4000), (4002, 4001)]
    connections = "".join(f'\tC: "OO",{a},{b}\n' for a, b in links)
    connections += '\tC: "OP",4002,2002, "Lcl Rotation"\n\tC: "OP",4003,4002, "d|Z"\n'
    settings = "".join((_property("UpAxis", "int", 1), _property("UpAxisSign", "int", 1),
                        _property("UnitScaleFactor", "double", 1), _property("TimeMode", "enum", 6)))
    with open(path, "w") as out:
        out.write("; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
                  "GlobalSettings:  {\n\tVersion: 1000\n" + _properties(settings) + "}\nObjects:  {\n" + objects +
                  "}\nConnections:  {\n" + connections + "}\n")
    return os.path.abspath(path)
